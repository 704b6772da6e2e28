import { dictionary } from '../dictionaries/dictionaries.ts'

/** Who is looked at (figures, section 1): the sets that indicators speak of, and everybody. */
export const peopleKeys = ['serving', 'staff', 'fulltime', 'all'] as const
export type People = (typeof peopleKeys)[number]

interface Set {
  readonly label: string
  /** Codes of employmentStatus; null for all. */
  readonly statuses: readonly string[] | null
  /** What the staff category has to be, or must not be. */
  readonly category?: { readonly in: readonly string[] } | { readonly nin: readonly string[] }
}

const serving = ['11', '12', '13', '14', '15', '16', '17']

export const peopleSets: Readonly<Record<People, Set>> = {
  serving: { label: '在职人员', statuses: serving },
  staff: { label: '教职工', statuses: serving, category: { nin: ['55', '56', '59'] } },
  fulltime: {
    label: '专任教师',
    statuses: ['11', '12', '13', '14', '15'],
    category: { in: ['11'] },
  },
  all: { label: '全部人员', statuses: null },
}

/** The statuses of a set; of everybody all there are. */
export const statusesOfSet = (people: People): readonly string[] =>
  peopleSets[people].statuses ?? dictionary('employmentStatus').items.map(({ code }) => code)
