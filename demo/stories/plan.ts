import { basicCases, studyCases, type Case } from './cases.ts'
import type { Archive, Scene } from './scene.ts'

type StudyCase = keyof typeof studyCases
type BasicCase = keyof typeof basicCases

/**
 * How many of each go on in a school. The first school is the one the journeys look at: twenty-five wait
 * there.
 */
interface Plan {
  readonly study: Readonly<Partial<Record<StudyCase, number>>>
  readonly basic: Readonly<Partial<Record<BasicCase, number>>>
}

const busy: Plan = {
  study: {
    waiting: 9,
    warned: 4,
    twin: 2,
    changed: 6,
    again: 3,
    drafted: 4,
    returned: 3,
    rejected: 2,
    appealed: 1,
    withdrawn: 2,
    voided: 1,
    discarded: 1,
  },
  basic: { waiting: 5, again: 1, drafted: 2, returned: 2, rejected: 1, withdrawn: 1, discarded: 1 },
}

const ordinary: Plan = {
  study: { waiting: 2, changed: 1, drafted: 2, returned: 1, withdrawn: 1 },
  basic: { waiting: 1, drafted: 1, returned: 1 },
}

const plans: Readonly<Record<string, Plan>> = {
  senior: busy,
  junior: {
    study: { waiting: 3, warned: 1, changed: 2, again: 1, drafted: 2, returned: 1, appealed: 1, voided: 1 },
    basic: { waiting: 2, drafted: 1, returned: 1 },
  },
  direct: {
    study: { waiting: 2, changed: 1, drafted: 1, returned: 1, rejected: 1, appealed: 1 },
    basic: { waiting: 1, withdrawn: 1 },
  },
  point: { study: { waiting: 1, drafted: 1 }, basic: {} },
  cape: { study: { waiting: 1 }, basic: {} },
  kindergarten: { study: { waiting: 1, drafted: 1 }, basic: { waiting: 1 } },
  special: { study: { waiting: 1, rejected: 1 }, basic: { drafted: 1 } },
}

/** Days something has waited: spread over the last twelve, so that some are nearly overdue. */
function daysOf(nth: number, most: number): number {
  return (nth * 5) % (most + 1)
}

const expand = <K extends string>(counts: Readonly<Partial<Record<K, number>>>): K[] =>
  Object.entries(counts).flatMap(([name, count]) => Array.from({ length: count as number }, () => name as K))

/**
 * Lets a school's plan happen, to teachers drawn from those nobody knows by name; everybody has one thing
 * going on at most.
 */
export function tellPlan(scene: Scene, key: string, archives: readonly Archive[]): void {
  const random = scene.random.fork(`plan/${key}`)
  const plan = plans[key] ?? ordinary
  const named = (a: Archive) => scene.region.persons[a.teacher.personId - 1]?.loginName !== null
  const free = random.shuffled(archives.filter((a) => a.complete && a.studies.length > 0 && !named(a)))
  const next = (name: string, nth: number, most: number): Case => {
    const archive = free.shift()
    if (!archive) throw new Error(`demo: ${key} has too few teachers for its plan`)
    return { scene, archive, random: random.fork(`${name}/${nth}`), days: daysOf(nth, most) }
  }
  expand(plan.study).forEach((name, nth) => studyCases[name](next(name, nth, 12)))
  expand(plan.basic).forEach((name, nth) => basicCases[name](next(name, nth, 8)))
}
