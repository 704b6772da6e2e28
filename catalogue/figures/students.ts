/** Where students and classes of a school stand: by school year and stage. */
export const schoolNumbers = {
  record: 'studentNumbers',
  year: 'schoolYear',
  stage: 'schoolStage',
  students: 'students',
  classes: 'classes',
} as const
