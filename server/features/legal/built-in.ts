import { builtInEdition, builtInFrom, legalTexts, type LegalName } from '../../../catalogue/legal/texts.ts'
import type { LegalText } from '../../../catalogue/contract/portal/legal.ts'
import type { Config } from '../../platform/config/config.ts'
import { agreement } from './texts/agreement.ts'
import { collection } from './texts/collection.ts'
import { privacy } from './texts/privacy.ts'

/** Facts about this installation in the built-in texts. */
export interface Installation {
  /** Name of the office that runs the portal. */
  readonly operator: string
  readonly platform: string
  /** Telephone or mail by which people reach the operator. */
  readonly contact: string
  readonly kept: Pick<Config, 'auditKeptMonths' | 'deliveriesKeptDays'>
}

const written: Readonly<Record<LegalName, (of: Installation) => string>> = {
  userAgreement: agreement,
  privacyPolicy: privacy,
  collectionList: collection,
}

/**
 * The text that comes with the program: in force until an administrator publishes one of the region's own.
 */
export const builtIn = (name: LegalName, of: Installation): LegalText => ({
  name,
  title: legalTexts.find((one) => one.name === name)?.title ?? '',
  edition: builtInEdition,
  effectiveOn: builtInFrom,
  changes: '',
  builtIn: true,
  html: written[name](of),
})
