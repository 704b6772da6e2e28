/** What can be printed for many people at once: a paper for each in a zip, and the roster as one paper. */
export const bundledForms = [
  { name: 'basicRegistration', title: '教师基本情况登记表', note: '每人一份 PDF，在后台打包成 zip' },
  { name: 'trainingHours', title: '教师继续教育学时证明', note: '每人一份 PDF，在后台打包成 zip' },
  { name: 'wholeArchive', title: '教师档案', note: '每人一份 PDF，在后台打包成 zip' },
  { name: 'roster', title: '教职工花名册', note: '一份横向 PDF，每页 25 人' },
] as const

/**
 * Processes whose cases can be printed, in which states, so that a page need not load the forms to know it.
 */
const printedIn: Readonly<Record<string, readonly string[] | 'any'>> = {
  transfer: 'any',
  posting: 'any',
  statusChange: 'any',
  researchProject: ['closed'],
  researchPaper: ['awarded'],
  teachingCase: ['awarded'],
  trainingEnrolment: ['qualified'],
}

/** Whether something can be printed about a case that stands there. */
export function isPrinted(type: string, state: string): boolean {
  const states = printedIn[type]
  return states === 'any' || states?.includes(state) === true
}
