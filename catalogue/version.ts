/** The version of the program, as package.json and CHANGELOG.md say it. */
export const version = '0.9.0'
