import { isCertificate, type FormDefinition } from './define.ts'
import { annualAssessment } from './annual-assessment.ts'
import { caseAward, closingCertificate, completionCertificate, paperAward } from './certificates.ts'
import { basicRegistration } from './basic-registration.ts'
import { postingApproval } from './posting-approval.ts'
import { statusChangeApproval } from './status-change-approval.ts'
import { trainingHours } from './training-hours.ts'
import { transferApproval } from './transfer-approval.ts'

/**
 * Every form that is drawn cell by cell; the whole archive and the roster follow the declarations of records.
 */
const declared = {
  basicRegistration,
  annualAssessment,
  trainingHours,
  transferApproval,
  postingApproval,
  statusChangeApproval,
  closingCertificate,
  paperAward,
  caseAward,
  completionCertificate,
} as const

export type DeclaredForm = keyof typeof declared
export const forms: Readonly<Record<DeclaredForm, FormDefinition>> = declared

/** A form by its name. */
export const formOf = (name: string): FormDefinition | undefined =>
  Object.hasOwn(forms, name) ? forms[name as DeclaredForm] : undefined

/** Names of the forms that are certificates. */
export const certificateNames: readonly string[] = Object.values(forms)
  .filter(isCertificate)
  .map(({ name }) => name)
