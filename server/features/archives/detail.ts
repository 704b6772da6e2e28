import type { ArchiveDocument, TeacherDetail } from '../../../catalogue/contract/archive/archive.ts'

/**
 * Tabs of the fixed call (endpoints.json): an archive, or the types that two pages of the portal bring
 * together.
 */
export const detailTabs = {
  geren: 'personal',
  zhuanye: 'professional',
  chengxin: 'integrity',
  xuexi: ['studyExperience', 'trainingRegistration', 'learningRecord'],
  gongzuo: ['workExperience', 'postAppointment', 'techPositionAppointment', 'teachingRecord'],
} as const

export type DetailTab = keyof typeof detailTabs

/**
 * The document in the shape of the fixed call: what is in force, by type; without a tab of all three
 * archives.
 */
export function detailOf({ sections, percent }: ArchiveDocument, tab: DetailTab | undefined): TeacherDetail {
  const asked = tab === undefined ? undefined : detailTabs[tab]
  const fits = (type: string, archive: string) =>
    asked === undefined ||
    (typeof asked === 'string' ? asked === archive : (asked as readonly string[]).includes(type))
  const inForce = (type: string) =>
    (sections.find((section) => section.type === type)?.records ?? []).flatMap(({ id, values }) =>
      values ? [{ ...values, id }] : [],
    )
  return {
    basic: inForce('basicInfo')[0] ?? {},
    records: Object.fromEntries(
      sections.flatMap(({ type, archive }) => (fits(type, archive) ? [[type, inForce(type)]] : [])),
    ),
    completeness: percent,
  }
}
