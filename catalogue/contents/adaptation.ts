/** Codes of dictionary resourceLicence. */
const school = '1'
const region = '2'
const by = '3'
const byNc = '4'
const bySa = '5'

/**
 * The licences that an adapted work may have, by the licence of its origin (resources.md, 4.3): who reads it
 * may get no right that the origin does not give. None: the work is not adapted.
 */
const following: Readonly<Record<string, readonly string[]>> = {
  [school]: [school],
  [region]: [school, region],
  [by]: [school, region, by, byNc, bySa, '9'],
  [byNc]: [school, region, byNc],
  [bySa]: [bySa],
}

/** The licences of works adapted from one with this licence; empty where adapting is not allowed. */
export const licencesAfter = (licence: string | null): readonly string[] =>
  licence === null ? [] : (following[licence] ?? [])
