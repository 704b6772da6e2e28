import { readConfig, type Config } from '../../platform/config/config.ts'

/** The configuration of a portal at an address. */
export const testConfig = (origin: string): Config => readConfig({ NODE_ENV: 'test', PUBLIC_ORIGIN: origin })
