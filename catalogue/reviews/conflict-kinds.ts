/** Kinds of conflict between an expert and an item that a round blocks or warns of. */
export const conflictKinds = [
  'sameInstitution',
  'formerInstitution',
  'coMember',
  'coAuthor',
  'family',
  'sameStudio',
  'pairedSides',
  'sameRound',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** An applicant never scores the own item, whatever the rules of the round say. */
export type Conflict = ConflictKind | 'self'

export const conflictLabels: Readonly<Record<Conflict, string>> = {
  self: '本人申报',
  sameInstitution: '现同单位',
  formerInstitution: '曾同单位',
  coMember: '同一项目成员',
  coAuthor: '论文署名有同名者',
  family: '家庭成员有同名者',
  sameStudio: '同一工作室（周期内和以后 3 年）',
  pairedSides: '所在单位结对帮扶（近 3 年）',
  sameRound: '本轮有自己的申报',
}

/** The weightier first. */
export const conflictOrder: readonly Conflict[] = [
  'self',
  'sameInstitution',
  'formerInstitution',
  'coMember',
  'sameStudio',
  'family',
  'sameRound',
  'pairedSides',
  'coAuthor',
]
