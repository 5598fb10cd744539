"""The house on the web: pages, the API, and what is pushed to those who look on, over the service layer `house`."""
