import { dimensions, noneKey, urbanGroups, type AxisKey } from '../../../catalogue/figures/dimensions.ts'
import type { Axis, CountedMoment, TreePlace } from '../../engine/figures/index.ts'

export interface NamedAxis {
  readonly key: string
  readonly label: string
  /** A school among districts or cities, under their office itself. */
  readonly direct?: true
}

/** Rows or columns of a panel: how people are put into buckets, and the words for the buckets. */
export interface Side {
  readonly axis: Axis
  readonly names: readonly NamedAxis[]
  /** Buckets without anybody are left out. */
  readonly sparse: boolean
}

/** The row of everything, in panels by place. */
export const allKey = 'all'
const all: Side = { axis: { of: 'all' }, names: [{ key: allKey, label: '合计' }], sparse: false }

export const placeKey = (id: number): string => `p${id}`
export const isPlaceKey = (key: string): boolean => /^p\d+$/.test(key)

/** Everybody of a place, by the places one step below; who belongs to the place itself stands by itself. */
function byPlace({ tree }: CountedMoment, place: TreePlace): Side {
  const buckets = new Int32Array(tree.places.length).fill(-1)
  const below = tree.below(place)
  const own = below.length === 0 ? place.name : `${place.name}（本级）`
  const hasOffices = below.some(({ level }) => level !== 'school')
  const names: readonly NamedAxis[] = [
    ...below.map(({ id, name, level }) => ({
      key: placeKey(id),
      label: name,
      ...(hasOffices && level === 'school' ? ({ direct: true } as const) : {}),
    })),
    { key: placeKey(place.id), label: own },
  ]
  buckets[place.from] = below.length
  below.forEach(({ from, to }, index) => buckets.fill(index, from, to))
  return { axis: { of: 'place', buckets, size: names.length }, names, sparse: true }
}

function byUrban({ tree }: CountedMoment, place: TreePlace): Side {
  const buckets = new Int32Array(tree.places.length).fill(-1)
  for (let at = place.from; at < place.to; at += 1) {
    const group = urbanGroups.findIndex(({ key }) => key === tree.places[at]?.urban)
    buckets[at] = group < 0 ? urbanGroups.length : group
  }
  const names = [
    ...urbanGroups.map(({ key, label }) => ({ key, label })),
    { key: noneKey, label: '城乡未填' },
  ]
  return { axis: { of: 'place', buckets, size: names.length }, names, sparse: false }
}

/** A side of a panel; without a key, one of everything. */
export function sideOf(counted: CountedMoment, place: TreePlace, key: AxisKey | null): Side {
  if (key === null) return all
  if (key === 'place') return byPlace(counted, place)
  if (key === 'urban') return byUrban(counted, place)
  const { keys, labels } = counted.columns.buckets[key]
  return {
    axis: { of: 'dimension', key },
    names: keys.map((own, index) => ({ key: own, label: labels[index] ?? own })),
    sparse: 'sparse' in dimensions[key],
  }
}

/** The same side for one of its buckets only: the others are nobody’s. */
export const bucketIn = ({ names }: Side, key: string): number => names.findIndex((one) => one.key === key)
