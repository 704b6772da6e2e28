import { made, standPlain } from './plain.ts'

/** What of the answer of /api/v1/presence/claim is read here (catalogue/contract/training/presence.ts). */
export interface Mark {
  readonly title: string
  readonly place: string
  readonly name: string
  readonly way: string
  readonly status: string
}

/** Marks that need no word of their own (catalogue/presence/rules: 出勤 and 迟到); the page says the others. */
const plainWords: Readonly<Record<string, string>> = {
  'in 1': '已签到',
  'in 2': '已签到，迟到',
  'out 1': '已签退',
}

/** Says that somebody is checked in, while the scripts of the page are still coming. */
export function writePlainMark({ title, place, name, way, status }: Mark): void {
  const said = plainWords[`${way} ${status}`]
  if (said !== undefined)
    standPlain(made('main', made('h1', said), made('p', name), made('p', title), made('p', place)), 0)
}
