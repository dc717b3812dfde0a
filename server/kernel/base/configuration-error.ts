/** Configuration error: what whoever runs it has to put right first. Its message names the variable, and no value that is secret. */
export class ConfigurationError extends Error {}
