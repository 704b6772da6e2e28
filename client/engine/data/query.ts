/** Parameters of a list call; empty ones are left out. */
export type Query = Readonly<Record<string, string | number | null | undefined>>
