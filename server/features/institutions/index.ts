import type { Feature } from '../../engine/feature.ts'
import { fillInstitutionForms } from '../../engine/directory/index.ts'
import { institutionList } from './export.ts'
import { institutionRoutes } from './routes.ts'
import type { InstitutionNeeds } from './options.ts'

export { institutionSubject } from './import.ts'
export type { FirstAccounts } from './import-account.ts'
export { quotaOf } from './quota.ts'

export const institutions: Feature<InstitutionNeeds> = {
  name: 'institutions',
  routes: institutionRoutes,
  exports: ({ engine }) => [institutionList(engine)],
  jobs: ({ db, engine }) => [
    {
      name: 'institutions.name-forms',
      label: '机构名称拼音整理',
      every: 60,
      run: async () => (await fillInstitutionForms(db, engine.sortForm)) > 0,
    },
  ],
}
