import { resolve } from 'node:path'
import { contents as contentTypes } from '../../catalogue/contents/contents.ts'
import type { AnyRecord } from '../../catalogue/define.ts'
import { reviewedOf } from '../../catalogue/flows/reviewed.ts'
import type { Engine } from '../engine/engine.ts'
import type { ContentTypes, PublishingNeeds } from '../engine/publishing/index.ts'
import type { ReviewSource } from '../features/expert-review/index.ts'
import { bundleExaminer } from '../features/resources/index.ts'
import { createPasswords, type Passwords } from '../features/sign-in/index.ts'
import { openSites, type Sites } from '../features/sites/index.ts'
import { note } from '../platform/audit/note.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import type { Replicas } from '../platform/db/replicas.ts'
import { createKeeping, type AnswerShelves } from '../platform/http/kept.ts'
import { networks } from '../platform/http/limits.ts'
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts'
import { errorFacts, type Log } from '../platform/log/log.ts'
import { closedChannel, type Channels } from '../platform/channels/channel.ts'
import { dingtalkChannel } from '../platform/channels/dingtalk.ts'
import { wecomChannel } from '../platform/channels/wecom.ts'
import { createMail, mailChannel, type Mail } from '../platform/mail/mail.ts'
import { createSms, smsChannel, type Sms } from '../platform/sms/sms.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { fileStores, type FileStores } from '../platform/storage/file-stores.ts'
import { publishingOf } from './publishing.ts'
import { sortForm } from './sort-form.ts'

export interface AppParts {
  readonly config: Config
  readonly db: Database
  /** Replicas that `db` and `search` may read from. */
  readonly replicas?: Replicas | undefined
  /** Address of the same database as the application's role, for the job queue. */
  readonly databaseUrl: string
  /** For what searches (platform/db/search.ts). */
  readonly search: Queryable
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly secrets: { readonly masterKey: Buffer }
  /** Record types; the catalogue's unless a test has one of its own. */
  readonly records?: Readonly<Record<string, AnyRecord>> | undefined
  /** Types of contents; the catalogue's unless a test has one of its own. */
  readonly contents?: ContentTypes | undefined
  /** Traces, where they are asked for. */
  readonly tracing?: Tracing | undefined
  /** Sources of expert review; the registered ones unless a test has one of its own. */
  readonly reviewSources?: readonly ReviewSource[] | undefined
}

/** What the parts of the server share. */
export interface SharedParts extends Pick<
  AppParts,
  'config' | 'db' | 'databaseUrl' | 'log' | 'reviewSources'
> {
  readonly keys: Keys
  readonly engine: Engine
  /** Everything that is reviewed: types of records and of contents. */
  readonly reviewed: ReturnType<typeof reviewedOf>
  readonly passwords: Passwords
  readonly isTrusted: (address: string) => boolean
  /** Where mails and short messages are kept instead of being sent; only in the demo and in tests. */
  readonly outboxFolder: string | undefined
  readonly sms: Sms
  readonly mail: Mail
  /** The ways out of the portal, for what is written into the ledger of deliveries. */
  readonly channels: Channels
  readonly publishing: PublishingNeeds
  /** What is answered to many alike; forgotten with every change of a content, and after some seconds. */
  readonly keeping: AnswerShelves
  /** Whose domain is whose, and what its site says. */
  readonly sites: Sites
  /** Where files of people lie. */
  readonly fileStores: FileStores
}

/**
 * Milliseconds for which public pages and answers are kept: so long another process, or the time that a
 * content is published at, may be ahead of them.
 */
const keptMs = 3_000

/** What the parts share, once the keys are known. */
export function sharedOf(
  { config, db, databaseUrl, log, reviewSources, contents = contentTypes }: AppParts,
  { keys, engine, reviewed }: Pick<SharedParts, 'keys' | 'engine' | 'reviewed'>,
): SharedParts {
  // The administrator's overview counts these lines, and the log lists them.
  const failed = (action: 'mail.failed' | 'sms.failed') => () =>
    void note(db, { by: null, action }).catch((error: unknown) =>
      log.error(`${action}.note`, errorFacts(error)),
    )
  const outboxFolder = config.demo || config.nodeEnv === 'test' ? resolve(config.dataDir) : undefined
  const mailServer = { url: config.smtpUrl, from: config.mailFrom, outboxFolder }
  const keeping = createKeeping(keptMs)
  const gateway = { url: config.smsUrl, token: config.smsToken, outboxFolder }
  const stores = fileStores(config, {
    onFault: (fault) => log.error('files.storage-failed', { sentence: fault.message }),
  })
  const examineBundle = bundleExaminer(stores.files)
  return {
    config,
    db,
    databaseUrl,
    log,
    reviewSources,
    keys,
    engine,
    reviewed,
    isTrusted: networks(config.trustedNetworks),
    outboxFolder,
    passwords: createPasswords({
      db,
      keys,
      pinyin: (text) => sortForm(text).split('|')[0]?.replaceAll(' ', '') ?? '',
    }),
    channels: {
      mail: mailChannel(mailServer),
      sms: smsChannel(gateway),
      wecom: config.wecom ? wecomChannel(config.wecom) : closedChannel('wecom'),
      dingtalk: config.dingtalk ? dingtalkChannel(config.dingtalk) : closedChannel('dingtalk'),
    },
    sms: createSms({
      ...gateway,
      log,
      onFailed: failed('sms.failed'),
    }),
    mail: createMail({
      ...mailServer,
      log,
      onFailed: failed('mail.failed'),
    }),
    publishing: publishingOf(engine, {
      types: contents,
      mediaUrl: config.mediaUrl,
      examine: (on, _definition, value, by) => examineBundle(on, value, by),
      onChanged: keeping.clear,
    }),
    keeping,
    sites: openSites(db, keeping),
    fileStores: stores,
  }
}
