import { z } from 'zod'
import {
  categories,
  sources,
  type Category,
  type HourRule,
  type HourSource,
} from '../../../catalogue/hours/rule.ts'

/** A rule as it is typed: hours with one decimal, nothing for what is not asked for. */
export const typedRule = z.object({
  lines: z.record(z.string(), z.string()),
  from: z.string(),
  to: z.string(),
  most: z.string(),
  caps: z.record(z.string(), z.string()),
  dayCap: z.string(),
  minutesPerHour: z.string(),
  carry: z.string(),
  carryMost: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  periodLine: z.string(),
  closesOn: z.string(),
  hourYear: z.string(),
  pauses: z.array(z.string()),
  note: z.string(),
})
export type TypedRule = z.infer<typeof typedRule>

const shown = (tenths: number | undefined): string => (tenths === undefined ? '' : String(tenths / 10))

/** The form of a rule. Rules with more than one conversion keep the others: the form shows the first one. */
export function typedOf({ lines, into, sourceCaps, carry, period, ...rule }: HourRule): TypedRule {
  const [first] = into
  return {
    lines: Object.fromEntries(categories.map((one) => [one, shown(lines[one])])),
    from: first?.from ?? '',
    to: first?.to ?? '',
    most: shown(first?.most),
    caps: Object.fromEntries(sources.map((one) => [one, shown(sourceCaps[one])])),
    dayCap: shown(rule.dayCap),
    minutesPerHour: String(rule.minutesPerHour),
    carry: carry?.category ?? '',
    carryMost: shown(carry?.most),
    periodFrom: String(period.from),
    periodTo: String(period.to),
    periodLine: shown(period.line),
    closesOn: rule.closesOn,
    hourYear: rule.hourYear,
    pauses: [...rule.pauses],
    note: '',
  }
}

/** Tenths of typed hours; what is no number becomes NaN, which the server names. */
const tenths = (text: string): number => (text.trim() === '' ? Number.NaN : Math.round(Number(text) * 10))
const filled = <K extends string>(keys: readonly K[], texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    keys.flatMap((key) => ((texts[key] ?? '').trim() === '' ? [] : [[key, tenths(texts[key] ?? '')]])),
  ) as Partial<Record<K, number>>
const categoryIn = (text: string): Category | undefined => categories.find((one) => one === text)

/** The rule that a form says, as the next version of a year. */
export function ruleOf(
  typed: TypedRule,
  { year, version, into }: Pick<HourRule, 'year' | 'version' | 'into'>,
): HourRule {
  const [from, to, carry] = [categoryIn(typed.from), categoryIn(typed.to), categoryIn(typed.carry)]
  return {
    version,
    year,
    lines: filled<Category>(categories, typed.lines),
    into: [...(from && to ? [{ from, to, most: tenths(typed.most) }] : []), ...into.slice(1)],
    sourceCaps: filled<HourSource>(sources, typed.caps),
    dayCap: tenths(typed.dayCap),
    minutesPerHour: Number(typed.minutesPerHour || Number.NaN),
    carry: carry ? { category: carry, most: tenths(typed.carryMost) } : null,
    period: {
      from: Number(typed.periodFrom || Number.NaN),
      to: Number(typed.periodTo || Number.NaN),
      line: tenths(typed.periodLine),
    },
    closesOn: typed.closesOn.trim(),
    hourYear: typed.hourYear === 'session' ? 'session' : 'end',
    pauses: [...typed.pauses],
  }
}
