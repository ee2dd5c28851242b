"""The HTTP API: typed endpoints, from which dispatch and the OpenAPI document are both made."""
