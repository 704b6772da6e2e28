/** Areas are written by their code here; the table of all areas is too large for these pages. */
export const areaNameOf = (code: string): string => `区划 ${code}`
