import type { LiveSettings } from '../config/live.ts'
import { mediamtxProvider } from './mediamtx.ts'
import type { LiveProvider } from './provider.ts'
import { srsProvider } from './srs.ts'
import { standIn } from './stand-in.ts'

export { elsewhere } from './elsewhere.ts'
export { standIn, type StandIn } from './stand-in.ts'
export {
  keyWithin,
  LiveServerError,
  newKey,
  ticketParameter,
  typedKey,
  type LiveProvider,
  type ProviderName,
  type KeptRecord,
  type ServerCall,
  type Signal,
} from './provider.ts'

/** The provider that the operator set up; null where broadcasts are links. */
export function providerOf(settings: LiveSettings | undefined): LiveProvider | null {
  if (!settings) return null
  if (settings.provider === 'srs') return srsProvider(settings)
  return settings.provider === 'mediamtx' ? mediamtxProvider(settings) : standIn(settings)
}
