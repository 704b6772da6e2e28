/** Where students and classes of a school stand: by school year and stage. */
export const schoolNumbers = {
  record: 'studentNumbers',
  year: 'schoolYear',
  stage: 'schoolStage',
  students: 'students',
  classes: 'classes',
} as const

/**
 * Where the quota of an institution stands: by school year and subject. That of the newest year that has
 * begun counts.
 */
export const subjectQuotas = {
  record: 'staffQuota',
  year: 'schoolYear',
  subject: 'subject',
  quota: 'quota',
} as const

/** Subject of a quota for those who teach none (docs/decisions/0058). */
export const otherSubjects = '99'
