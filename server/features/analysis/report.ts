import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { Analysis, AnalysisQuery, Report } from '../../../catalogue/contract/analysis/figures.ts'
import { indicatorsOf, reportTitles, waitingOf } from '../../../catalogue/figures/indicators.ts'
import { tally, type TreePlace } from '../../engine/figures/index.ts'
import { isShownFor } from './panel.ts'
import { readyFor, requireReport, type StatisticsNeeds } from './reading.ts'
import { selectionOf, type TableRequest } from './table.ts'

type Place = Analysis['place']

const kinds: Readonly<Record<string, Place['kind']>> = {
  province: 'province',
  city: 'city',
  district: 'district',
}

const placeView = ({ id, name, level, schools, merged }: TreePlace): Place => ({
  id,
  name,
  kind: kinds[level] ?? 'institution',
  schools,
  ...(merged && { merged: true as const }),
})

/** From the reader's own institution down to the place. */
function pathTo({ counted, place }: TableRequest, own: number): Place[] {
  const path: TreePlace[] = [place]
  for (let at: TreePlace | undefined = place; at && at.id !== own;) {
    at = counted.tree.placeOf(at.parentId)
    if (at) path.unshift(at)
  }
  return path.map(placeView)
}

/**
 * Places of the scope that can stand beside a place: its neighbours and those above it; else those below it.
 */
function besidesOf(asked: TableRequest, own: number): Place[] {
  const { tree } = asked.counted
  const above = pathTo(asked, own).slice(0, -1)
  const parent = tree.placeOf(above.at(-1)?.id ?? null)
  const next = tree.below(parent ?? asked.place).filter(({ id, closed }) => id !== asked.place.id && !closed)
  return [...above, ...next.map(placeView)]
}

/** Stages in which somebody of the place teaches. */
function stagesIn(asked: TableRequest): Analysis['stages'] {
  const { columns } = asked.counted
  const { keys, labels } = columns.buckets.stage
  const counts = tally(columns, selectionOf({ ...asked, stage: undefined }, []), {
    rows: { of: 'dimension', key: 'stage' },
    columns: { of: 'all' },
  })
  return keys.flatMap((code, bucket) =>
    code !== 'none' && (counts[bucket] ?? 0) > 0 ? [{ code, name: labels[bucket] ?? code }] : [],
  )
}

/** One page of statistics for a place, a basis and a date, in the actor's scope. */
export async function analysisOf(
  reading: StatisticsNeeds,
  actor: Actor,
  report: Report,
  query: AnalysisQuery,
): Promise<Analysis> {
  requireReport(actor, report)
  const { asked, compared } = await readyFor(reading, actor, query)
  const { counted, place, day } = asked
  const indicators = indicatorsOf(report).filter((one) => isShownFor(one, asked))
  return {
    report,
    title: reportTitles[report],
    place: placeView(place),
    on: counted.columns.moment.on,
    basis: query.basis,
    compare: query.compare ?? null,
    versus: query.versus === undefined || !compared ? null : placeView(compared.asked.place),
    at: counted.at,
    frozen: day.version !== null,
    version: day.version,
    demo: reading.demo,
    stages: stagesIn(asked),
    path: pathTo(asked, scopeOf(actor)?.value ?? place.id),
    places: counted.tree.below(place).flatMap((one) => (one.closed ? [] : [placeView(one)])),
    besides: besidesOf(asked, scopeOf(actor)?.value ?? place.id),
    dates: (await reading.figures.runs()).map(({ on, version }) => ({ on, version })),
    panels: await reading.panels(JSON.stringify([report, place.id, query]), asked, indicators, compared),
    waiting: waitingOf(report),
  }
}
