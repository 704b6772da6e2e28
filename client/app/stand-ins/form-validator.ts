/**
 * Stands in for the validator inside the component library's form (vite.config.ts), which this house does not
 * use: its selects and inputs import that form for its context only. Saves some kilobytes of every first
 * list.
 */
export default class NoFormValidator {
  constructor() {
    throw new Error('forms are judged by the catalogue, not by the component library')
  }
}
