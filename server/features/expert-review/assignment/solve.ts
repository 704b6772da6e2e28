import type { Conflict } from '../../../../catalogue/reviews/conflict-kinds.ts'
import type { Assignment, AssignmentProblem, PanelExpert, Shortfall, WantingItem } from './problem.ts'

/**
 * Gives each item its experts: scarce items first, each to the least busy experts; where only busy ones are
 * left, their items are moved along chains until somebody has room (augmenting paths). Without rules on
 * regions it finds an assignment whenever there is one for the items in this order; regions make it a
 * heuristic.
 */
export function solve(problem: AssignmentProblem): Assignment {
  const table = new Panels(problem)
  const order = problem.items
    .map((_, place) => ({ place, choice: table.eligible(place).length }))
    .toSorted((a, b) => a.choice - b.choice || a.place - b.place)
  for (const { place } of order) table.fill(place)
  for (const { place } of order) table.repair(place)
  return { pairs: table.pairs(), short: table.shortfalls() }
}

const indexOf = (experts: readonly PanelExpert[], keysOf: (expert: PanelExpert) => readonly string[]) => {
  const index = new Map<string, number[]>()
  experts.forEach((expert, place) => {
    for (const key of keysOf(expert)) {
      const found = index.get(key)
      if (found) found.push(place)
      else index.set(key, [place])
    }
  })
  return index
}

/** The panels while they are being filled; experts and items by their places in the problem. */
class Panels {
  readonly #problem: AssignmentProblem
  readonly #byKey: ReadonlyMap<string, readonly number[]>
  readonly #placeOf: ReadonlyMap<number, number>
  readonly #bySubject = new Map<string | null, readonly number[]>()
  readonly #load: number[]
  /** Experts newly given to each item, and items newly given to each expert. */
  readonly #given: Set<number>[]
  readonly #holds: Set<number>[]
  /** Experts from whom no chain leads to room; nothing that follows opens one. */
  readonly #stuck = new Set<number>()

  constructor(problem: AssignmentProblem) {
    this.#problem = problem
    this.#byKey = indexOf(problem.experts, ({ keys }) => keys)
    this.#placeOf = new Map(problem.experts.map(({ id }, place) => [id, place]))
    this.#load = problem.experts.map(({ load }) => load)
    this.#given = problem.items.map(() => new Set<number>())
    this.#holds = problem.experts.map(() => new Set<number>())
  }

  #item(place: number): WantingItem {
    const item = this.#problem.items[place]
    if (!item) throw new RangeError(`no item ${place}`)
    return item
  }

  /** Experts of a subject in the order of the lot. */
  suitable(subject: string | null): readonly number[] {
    const known = this.#bySubject.get(subject)
    if (known) return known
    const any = this.#problem.rules.subjects === 'any' || subject === null
    const found = this.#problem.experts.flatMap(({ subjects }, place) =>
      any || subjects.length === 0 || subjects.includes(subject) ? [place] : [],
    )
    this.#bySubject.set(subject, found)
    return found
  }

  /** Experts whom a conflict keeps from the item, with the kind that was found first. */
  #conflicts(item: WantingItem): ReadonlyMap<number, Conflict> {
    const found = new Map<number, Conflict>()
    for (const [key, kind] of item.blocked)
      for (const expert of this.#byKey.get(key) ?? []) if (!found.has(expert)) found.set(expert, kind)
    return found
  }

  #barred({ barred }: WantingItem): ReadonlySet<number> {
    return new Set(barred.map((id) => this.#placeOf.get(id) ?? -1))
  }

  eligible(place: number): readonly number[] {
    const item = this.#item(place)
    const conflicts = this.#conflicts(item)
    const barred = this.#barred(item)
    return this.suitable(item.subject).filter((expert) => !conflicts.has(expert) && !barred.has(expert))
  }

  #regionOf(expert: number): number | null {
    const { regions } = this.#problem.rules
    const one = this.#problem.experts[expert]
    if (!one || regions === 'any') return null
    return regions === 'city' ? one.city : one.district
  }

  /** Regions of the item’s experts, `without` one who would leave. */
  #regions(place: number, without = -1): ReadonlySet<number | null> {
    const now = this.#item(place).panel.map((id) => this.#placeOf.get(id) ?? -1)
    return new Set(
      [...now, ...(this.#given[place] ?? [])]
        .filter((one) => one !== without)
        .map((one) => this.#regionOf(one)),
    )
  }

  #fits(expert: number, regions: ReadonlySet<number | null>): boolean {
    const region = this.#regionOf(expert)
    return region === null || !regions.has(region)
  }

  #hasRoom(expert: number): boolean {
    return (this.#load[expert] ?? 0) < this.#problem.rules.perExpert
  }

  #give(place: number, expert: number): void {
    this.#given[place]?.add(expert)
    this.#holds[expert]?.add(place)
    this.#load[expert] = (this.#load[expert] ?? 0) + 1
  }

  #take(place: number, expert: number): void {
    this.#given[place]?.delete(expert)
    this.#holds[expert]?.delete(place)
    this.#load[expert] = (this.#load[expert] ?? 0) - 1
  }

  #missing(place: number): number {
    return this.#item(place).need - (this.#given[place]?.size ?? 0)
  }

  /** Gives the item to the least busy of those who have room. */
  fill(place: number): void {
    const eligible = this.eligible(place)
    while (this.#missing(place) > 0) {
      const regions = this.#regions(place)
      let best = -1
      for (const expert of eligible) {
        if (!this.#hasRoom(expert) || this.#given[place]?.has(expert) || !this.#fits(expert, regions))
          continue
        if (best < 0 || (this.#load[expert] ?? 0) < (this.#load[best] ?? 0)) best = expert
      }
      if (best < 0) return
      this.#give(place, best)
    }
  }

  /** Makes room at busy experts for an item that is short. */
  repair(place: number): void {
    if (this.#missing(place) <= 0) return
    for (const expert of this.eligible(place)) {
      if (this.#missing(place) <= 0) return
      if (!this.#mayJoin(expert, place)) continue
      const seen = new Set([expert])
      if (this.#makeRoom(expert, seen)) {
        if (this.#mayJoin(expert, place)) this.#give(place, expert)
      } else for (const one of seen) this.#stuck.add(one)
    }
  }

  #mayJoin(expert: number, place: number, without = -1): boolean {
    return !this.#given[place]?.has(expert) && this.#fits(expert, this.#regions(place, without))
  }

  /** Moves one item of the expert to somebody else, who may have to hand on one, too. */
  #makeRoom(expert: number, seen: Set<number>): boolean {
    if (this.#hasRoom(expert)) return true
    if (this.#stuck.has(expert)) return false
    for (const place of this.#holds[expert] ?? []) {
      for (const other of this.eligible(place)) {
        if (seen.has(other) || this.#stuck.has(other)) continue
        if (!this.#mayJoin(other, place, expert)) continue
        seen.add(other)
        // The chain may have passed this panel: look again.
        if (!this.#makeRoom(other, seen) || !this.#mayJoin(other, place, expert)) continue
        if (!this.#given[place]?.has(expert)) return true
        this.#take(place, expert)
        this.#give(place, other)
        return true
      }
    }
    return false
  }

  pairs(): Assignment['pairs'] {
    return this.#given.flatMap((experts, place) =>
      [...experts].map((expert) => ({
        item: this.#item(place).id,
        expert: this.#problem.experts[expert]?.id ?? 0,
      })),
    )
  }

  shortfalls(): Shortfall[] {
    return this.#problem.items.flatMap((_, place) => (this.#missing(place) > 0 ? [this.#explain(place)] : []))
  }

  #explain(place: number): Shortfall {
    const item = this.#item(place)
    const given = this.#given[place] ?? new Set<number>()
    const conflicts = this.#conflicts(item)
    const barred = this.#barred(item)
    const regions = this.#regions(place)
    const suitable = this.suitable(item.subject)
    const blocked: Partial<Record<Conflict, number>> = {}
    const counted = { barred: 0, region: 0, full: 0 }
    for (const expert of suitable) {
      const kind = conflicts.get(expert)
      if (given.has(expert)) continue
      if (kind) blocked[kind] = (blocked[kind] ?? 0) + 1
      else if (barred.has(expert)) counted.barred += 1
      else if (!this.#fits(expert, regions)) counted.region += 1
      else counted.full += 1
    }
    const kept = Object.values(blocked).reduce((sum, count) => sum + count, 0)
    return {
      item: item.id,
      found: given.size,
      need: item.need,
      suitable: suitable.length,
      left: suitable.length - kept - counted.barred - counted.region,
      blocked,
      ...counted,
    }
  }
}
