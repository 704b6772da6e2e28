import type { Feature, Ground } from '../../engine/feature.ts'
import type { AccountOptions } from './options.ts'
import { accountRoutes } from './routes.ts'

export type { AccountOptions } from './options.ts'
export { readingsAbout } from './readings.ts'

export const account: Feature<Omit<AccountOptions, 'refused'> & Pick<Ground, 'printedPasswords'>> = {
  name: 'account',
  routes: (server, { printedPasswords, ...needs }) =>
    accountRoutes(server, { ...needs, refused: printedPasswords }),
}
