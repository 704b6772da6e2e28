import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { Step } from '../../../catalogue/define.ts'
import { isWithin, reachOfLevel } from '../../../catalogue/flows/reach.ts'
import type { ContentRow } from './row.ts'

/** The steps of a chain that are left where only the reach changed: who agreed to the text is not asked again. */
export function notYetAgreed(
  chain: readonly Step[],
  { sharing }: AnyContent,
  { live, value, reach }: Pick<ContentRow, 'value' | 'live' | 'reach'>,
): readonly Step[] {
  if (live === null || reach === null || reach === '0' || sharing === undefined) return chain
  const isSameText = Object.keys({ ...live, ...value }).every(
    (key) => key === sharing || JSON.stringify(live[key] ?? null) === JSON.stringify(value[key] ?? null),
  )
  return isSameText ? chain.filter(({ level }) => !isWithin(reachOfLevel[level], reach)) : chain
}
