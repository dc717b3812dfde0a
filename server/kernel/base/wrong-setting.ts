/** Wrong setting: what whoever runs it has to put right first. Its message names the variable, and no value that is secret. */
export class WrongSetting extends Error {}
