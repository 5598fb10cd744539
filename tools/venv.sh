# For play and test: finds Python, keeps a virtual environment up to date. Source it from the project's root.

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }

# debian PACKAGE…: install Debian packages where we may; false where we may not.
debian() {
    is_root && command -v apt-get >/dev/null 2>&1 || return 1
    say "Installing from Debian: $*"
    { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends "$@"; } \
        >.cache/apt.log 2>&1 || { tail -n 5 .cache/apt.log >&2; return 1; }
}

# find_python: set $python to a Python of at least 3.11.
find_python() {
    for python in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        [ -n "$python" ] && command -v "$python" >/dev/null 2>&1 &&
            "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    debian python3 && python=python3 && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' && return
    fail "Back Room needs Python 3.11 or newer; install it, or name it: PYTHON=/path/to/python3 $0"
}

# same_as STAMP TEXT…: true if the stamp file says just this.
same_as() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# state_of FILE-OR-FOLDER…: a number that changes with their contents.
state_of() {
    find "$@" -type f ! -name '*.pyc' ! -path '*.egg-info/*' -exec cksum {} + | LC_ALL=C sort -k 3 | cksum
}

# venv FOLDER: make a virtual environment there if there is none that works.
venv() {
    [ -x "$1/bin/python" ] && "$1/bin/python" -m pip --version >/dev/null 2>&1 && return
    find_python
    say "Making a virtual environment in $1"
    rm -rf "$1"
    "$python" -m venv "$1" >.cache/venv.log 2>&1 || {
        rm -rf "$1"
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        debian "python$version-venv" || debian python3-venv ||
            fail "This Python cannot make virtual environments; install one package as root: apt-get install python3-venv"
        "$python" -m venv "$1" >.cache/venv.log 2>&1 || { cat .cache/venv.log >&2; exit 1; }
    }
}

# copy_sources: to .cache/source, so that installing leaves nothing beside the sources.
copy_sources() {
    rm -rf .cache/source
    mkdir -p .cache/source
    cp -R pyproject.toml setup.py README.md LICENSE src .cache/source/
}

# pip_in FOLDER ARGUMENT…: pip there, quiet, with our versions, also for what builds need.
pip_in() {
    pip_home=$1
    shift
    PIP_CONSTRAINT="$PWD/constraints.txt" PIP_DISABLE_PIP_VERSION_CHECK=1 "$pip_home/bin/python" -m pip install -q "$@" \
        >.cache/pip.log 2>&1 || { grep -v '^WARNING' .cache/pip.log | tail -n 12 >&2; return 1; }
}
