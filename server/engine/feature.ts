import type { Role } from '../../catalogue/access/roles.ts'
import type { Notice } from '../../catalogue/contract/workspace.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Server } from '../platform/http/server.ts'
import type { KeptJob } from '../platform/jobs/queue.ts'
import type { Job } from '../platform/lifecycle/job.ts'
import type { Log } from '../platform/log/log.ts'
import type { Channels } from '../platform/channels/channel.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Watch } from '../platform/metrics/metrics.ts'
import type { Sms } from '../platform/sms/sms.ts'
import type { ActorOn } from './access/index.ts'
import type { Engine, Hooks } from './engine.ts'
import type { ExportList } from './exports/index.ts'
import type { Consumer } from './outbox/index.ts'

/**
 * A feature of the server, as its `index.ts` exports it and the list in `app` names it.
 * @template Needs what `app` must hand in. The list does not compile where something is missing.
 */
export interface Feature<Needs> {
  /** The name of the feature's folder. */
  readonly name: string
  /** Registers the calls. Features register in the order of the list. */
  readonly routes?: (server: Server, needs: Needs) => void | Promise<void>
  /**
   * Code that runs in the engine's transactions, by record type. The engine is built with it, so it needs
   * less.
   */
  readonly hooks?: () => Readonly<Record<string, Hooks>>
  /** Hears of events after they happened. */
  readonly consumers?: (needs: Needs) => readonly FeatureConsumer[]
  /** Work that is kept in the database and done once, however many processes serve. */
  readonly jobs?: (needs: Needs) => readonly KeptJob[]
  /** Lists of which people may take out what they see. */
  readonly exports?: (needs: Needs) => readonly ExportList[]
  /** Gauges of the metrics page. */
  readonly watches?: (needs: Needs) => readonly Watch[]
  /** Work that a process repeats for itself. */
  readonly repeats?: readonly RepeatedJob<Needs>[]
}

/** Where work beside the requests is done: in every process, or only where the configuration has `jobs`. */
interface Beside {
  readonly where: 'everywhere' | 'withJobs'
}

export interface FeatureConsumer extends Beside {
  readonly consumer: Consumer
}

export interface RepeatedJob<Needs> extends Beside {
  readonly start: (needs: Needs) => Job
}

/** What any feature may need; a feature picks from it and adds what it takes from other features. */
export interface Ground {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly keys: Keys
  readonly engine: Engine
  readonly mail: Mail
  readonly sms: Sms
  readonly channels: Channels
  readonly actorOn: ActorOn
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  /** Writes a message of the portal to one identity. */
  readonly tell: (tx: Tx, identityId: number, title: string, content: string) => Promise<void>
  /** The page that shows a type, or one record of it, to a role; null where there is none. */
  readonly placeOf: PlaceOf
  /** Where a photo can be fetched for a day; empty for none. */
  readonly photoAddress: (fileId: string | null) => string
  /** Passwords that everybody knows because they are printed: those of the demo region. */
  readonly printedPasswords: ReadonlySet<string>
}

/**
 * `section`: the owner's page; `review`: the queue; `office`: where the keeping institution works on the
 * record.
 */
export type PlaceOf = (
  type: string,
  recordId: string | null,
  where: 'section' | 'review' | 'office',
  role: Role,
) => string | null
