/** Addresses of the licences that have one, by code of resourceLicence. */
const addresses: Readonly<Record<string, string>> = {
  3: 'https://creativecommons.org/licenses/by/4.0/deed.zh-hans',
  4: 'https://creativecommons.org/licenses/by-nc/4.0/deed.zh-hans',
  5: 'https://creativecommons.org/licenses/by-sa/4.0/deed.zh-hans',
}

/** Where the text of a licence stands; null for one that is described by its name alone. */
export const licenceAddress = (code: string | null): string | null => addresses[code ?? ''] ?? null
