import { join, resolve } from 'node:path'
import { contents as contentTypes } from '../../catalogue/contents/contents.ts'
import { reviewedOf } from '../../catalogue/flows/reviewed.ts'
import { recordRoutes } from '../engine/http/index.ts'
import { learnKeys, requireMasterKey, startLearning } from '../engine/sealing/index.ts'
import { publishChains } from '../engine/ways/index.ts'
import { accountRoutes, type AccountOptions } from '../features/account/index.ts'
import { logRoutes, startSealer } from '../features/audit-log/index.ts'
import { archiveRoutes } from '../features/archives/index.ts'
import { calendarRoutes } from '../features/calendar/index.ts'
import { chainRoutes } from '../features/chains/index.ts'
import { clientFor, clientRoutes, type AskedClient } from '../features/clients/index.ts'
import { contentsRoutes, unconfirmed } from '../features/contents/index.ts'
import { headOf, portalRoutes } from '../features/portal/index.ts'
import {
  captionsOf,
  heldByLive,
  hostsOf,
  type Publishing,
  startSearch,
  waitingContents,
} from '../engine/publishing/index.ts'
import { correctionRoutes, openCorrections, waitingConfirmations } from '../features/corrections/index.ts'
import { dictionaryRoutes, learnDictionaries, startDictionaries } from '../features/dictionaries/index.ts'
import {
  fileRoutes,
  fileStore,
  findLibreOffice,
  photoAddress,
  publicAddress,
} from '../features/files/index.ts'
import {
  choiceRoutes,
  correctionsPath,
  countUnread,
  messageRoutes,
  notify,
  placeOf,
  messageConsumer,
  forwardingJob,
  unreadMessages,
} from '../features/messages/index.ts'
import { outboxRoute } from '../features/outbox/index.ts'
import { permissionRoutes } from '../features/permission/index.ts'
import { qualityConsumer, qualityJob, qualityRoutes } from '../features/quality/index.ts'
import { reasonRoutes } from '../features/reason-library/index.ts'
import { referenceRoutes } from '../features/reference/index.ts'
import { deputiesJob, deputyRoutes } from '../features/deputies/index.ts'
import { remindersJob } from '../features/reminders/index.ts'
import {
  cookieLoginRoute,
  createPasswords,
  enter,
  failedSignIn,
  removeFactor,
  secondFactorRoutes,
  signInRoutes,
  solveCaptcha,
  switchRoute,
} from '../features/sign-in/index.ts'
import { byNumberRoute, teacherRoutes } from '../features/teachers/index.ts'
import { nameFormsJob, oneTimePassword, requestRoutes, userRoutes } from '../features/users/index.ts'
import { viewAsRoutes } from '../features/view-as/index.ts'
import { workbenchRoutes } from '../features/workbench/index.ts'
import { keysFrom } from '../platform/crypto/keys.ts'
import type { Actor } from '../../catalogue/access/access.ts'
import type { AnyRecord } from '../../catalogue/define.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import { requireAccess } from '../platform/http/call.ts'
import { sayLast } from '../platform/http/drain.ts'
import { networks } from '../platform/http/limits.ts'
import { createServer, type Server } from '../platform/http/server.ts'
import { startQueue } from '../platform/jobs/queue.ts'
import type { Job } from '../platform/lifecycle/job.ts'
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts'
import type { Log } from '../platform/log/log.ts'
import { createMail } from '../platform/mail/mail.ts'
import { isOwnToken } from '../platform/session/token.ts'
import { createSms } from '../platform/sms/sms.ts'
import { describeApi } from './api-description.ts'
import { buildEngine } from './engine.ts'
import { healthRoutes } from './health.ts'
import { ownOrigin } from './own-origin.ts'
import { pageRoutes } from './page-routes.ts'
import { registerConsumers, startConsumer } from '../engine/outbox/index.ts'
import { actorOn, addSessionHook } from './session-hook.ts'
import { sortForm } from './sort-form.ts'

export interface AppParts {
  readonly config: Config
  readonly db: Database
  /** Address of the same database as the application's role, for the job queue. */
  readonly databaseUrl: string
  /** For what searches (platform/db/search.ts). */
  readonly search: Queryable
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly secrets: { readonly masterKey: Buffer }
  /** Record types; the catalogue's unless a test has one of its own. */
  readonly records?: Readonly<Record<string, AnyRecord>> | undefined
}

/** Passwords printed by the demo region; nobody may sign in with them where it counts. */
const demoPassword = 'Chunfeng#2026'

/** Builds the whole server: the explicit, ordered list of its parts. */
export async function buildApp(parts: AppParts): Promise<Server> {
  const { config, db, databaseUrl, search, log, lifecycle, secrets } = parts
  const keys = keysFrom(secrets.masterKey)
  await requireMasterKey(db, keys)
  await learnKeys(db, keys)
  await learnDictionaries(db)
  const engine = buildEngine(db, search, keys, parts.records)
  const reviewed = reviewedOf(Object.values(engine.records), Object.values(contentTypes))
  await publishChains(db, reviewed)
  const messages = messageConsumer(engine.records, placeOf)
  const quality = qualityConsumer(engine)
  await registerConsumers(db, [messages, quality])
  const isTrusted = networks(config.trustedNetworks)
  const server = await createServer({
    log,
    trustProxy: config.trustProxy,
    limits: {
      requestsPerMinute: config.requestsPerMinute,
      addressRequestsPerMinute: config.addressRequestsPerMinute,
      isOwnToken: (token) => isOwnToken(keys, token),
      isTrusted,
    },
    secureOrigin: config.publicOrigin?.startsWith('https:') ?? false,
  })
  // The documentation registers routes of its own, which are public; everything after it must declare its
  // access.
  server.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' }
  })
  requireAccess(server)
  await describeApi(server, engine.records)
  sayLast(server, () => lifecycle.isStopping())
  addSessionHook(server, db, keys, {
    stepUp: config.secondFactor !== 'off',
    separateDuties: config.separateDuties,
  })
  healthRoutes(server, { db, keys, lifecycle, folder: resolve(config.dataDir) })
  const passwords = createPasswords({
    db,
    keys,
    pinyin: (text) => sortForm(text).split('|')[0]?.replaceAll(' ', '') ?? '',
  })
  const photo = (fileId: string | null) => photoAddress(keys, fileId)
  const production = config.nodeEnv === 'production'
  const outboxFolder = production ? undefined : resolve(config.dataDir)
  const signingIn = {
    db,
    keys,
    passwords,
    photoAddress: photo,
    refused: new Set(production ? [demoPassword] : []),
    secondFactor: config.secondFactor,
    origin: config.publicOrigin,
    isTrusted,
    sessionsPerPerson: config.sessionsPerPerson,
    separateDuties: config.separateDuties,
    unboundSessions: config.unboundSessions,
  }
  signInRoutes(server, signingIn)
  switchRoute(server, signingIn)
  cookieLoginRoute(server, {
    ...signingIn,
    centreKey: config.accountCentreKey,
    host: config.publicOrigin && new URL(config.publicOrigin).host,
  })
  secondFactorRoutes(server, signingIn, actorOn)
  const sms = createSms({ url: config.smsUrl, token: config.smsToken, outboxFolder, log })
  const mail = createMail({ url: config.smtpUrl, from: config.mailFrom, outboxFolder, log })
  const tell: AccountOptions['tell'] = (tx, identity, title, content) =>
    notify(tx, { to: { identity }, kind: '1', title, content, link: null, exceptPerson: 0 })
  accountRoutes(server, {
    db,
    keys,
    engine,
    sms,
    mail,
    refused: new Set([demoPassword]),
    passwords,
    signingIn: {
      enter: (request, reply, who) => enter(signingIn, request, reply, who),
      failed: (request, typed) => failedSignIn(signingIn, request, typed),
      solveCaptcha: (id, typed) => solveCaptcha(db, keys, id, typed),
      isTrusted,
    },
    photoAddress: photo,
    actorOn,
    unread: async (actor) => (await countUnread(db, actor)).total,
    tell,
  })
  deputyRoutes(server, { db, tell }, actorOn)
  if (outboxFolder !== undefined) outboxRoute(server, outboxFolder)
  referenceRoutes(server)
  dictionaryRoutes(server, engine, actorOn)
  calendarRoutes(server, db, actorOn)
  permissionRoutes(server, engine, actorOn)
  viewAsRoutes(server, db, actorOn)
  recordRoutes(server, engine, actorOn)
  const fileAddress = (id: string, mode: 'preview' | 'download') => publicAddress(keys, id, mode)
  const publishing: Publishing = { db, keys, types: contentTypes, fileAddress, notify }
  const { largestVideo, largestAudio, keepFree } = config
  // Whoever publishes has recordings to show.
  const mayRecord = ({ role }: Actor) =>
    Object.values(contentTypes).some(({ writers }) => writers.includes(role))
  await fileRoutes(server, {
    db,
    keys,
    records: engine.records,
    folder: resolve(config.dataDir, 'files'),
    actorOn,
    heldPublicly: (reader, id) => heldByLive(publishing, reader, id),
    captionsOf: (reader, id) => captionsOf(publishing, reader, id),
    pdf: findLibreOffice(config.officeProgram),
    largestVideo,
    largestAudio,
    keepFree,
    mayRecord,
  })
  const { remove: removeBytes } = fileStore(resolve(config.dataDir, 'files'))
  const askClient = (asked: AskedClient) => clientFor(db, asked)
  const originOf = ownOrigin(config.publicOrigin, (host) => askClient({ host }))
  contentsRoutes(server, { ...publishing, actorOn, removeBytes })
  const portal = portalRoutes(server, { ...publishing, originOf, clientFor: askClient }, log)
  clientRoutes(server, { db, actorOn, fileAddress: (id) => fileAddress(id, 'preview') })
  messageRoutes(server, db, actorOn)
  choiceRoutes(server, { db, mail, sms, actorOn })
  teacherRoutes(server, engine, actorOn)
  byNumberRoute(server, db, keys, actorOn)
  reasonRoutes(server, db, engine.records, actorOn)
  qualityRoutes(server, engine, actorOn)
  chainRoutes(server, { db, types: reviewed, actorOn })
  correctionRoutes(server, engine, { notify, linkOf: placeOf }, actorOn)
  workbenchRoutes(
    server,
    engine,
    {
      linkOf: placeOf,
      corrections: (actor) => openCorrections(db, actor),
      unread: (actor, count) => unreadMessages(db, actor, count),
      unconfirmed: (actor) => unconfirmed(db, actor),
      waitingContents: (actor) => waitingContents(publishing, actor),
      confirmations: async (actor) => ({
        type: 'punishment',
        count: await waitingConfirmations(db, actor),
        link: correctionsPath(actor.role, 'confirmations') ?? '',
      }),
    },
    actorOn,
  )
  archiveRoutes(server, engine, (type, id) => placeOf(type, id, 'section', 2), actorOn)
  const newPassword = async () => {
    const plain = oneTimePassword()
    return { plain, hash: await passwords.hash(plain) }
  }
  const users = {
    db,
    keys,
    sortForm: engine.sortForm,
    newPassword,
    removeFactor,
    separateDuties: config.separateDuties,
    sms,
    notify,
  }
  userRoutes(server, users, actorOn)
  requestRoutes(server, users, actorOn)
  logRoutes(server, engine, resolve(config.dataDir), actorOn)
  await pageRoutes(server, join(import.meta.dirname, '../../dist'), {
    of: (url, host) => headOf(portal, url, host),
    originOf,
    framed: () => hostsOf(db),
  })
  const background: Job[] = []
  server.decorate('startBackground', () => {
    background.push(
      startLearning(db, keys, log),
      startDictionaries(db, log),
      startConsumer(db, messages, log),
      startSearch(publishing, log),
    )
    if (!config.jobs) return
    background.push(startConsumer(db, quality, log), startSealer(db, keys, resolve(config.dataDir), log))
    const jobs = [
      remindersJob(db, engine.records, (type, id) => placeOf(type, id, 'section', 2), log),
      qualityJob(engine),
      nameFormsJob(db, engine.sortForm),
      deputiesJob(db),
      forwardingJob({ db, keys, mail, sms, origin: config.publicOrigin }),
    ]
    background.push(startQueue({ url: databaseUrl, log, jobs }))
  })
  server.addHook('onClose', async () => {
    await Promise.all(background.map((job) => job.stop()))
  })
  return server
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts what runs beside the requests; once, and not before the database is filled. */
    startBackground(): void
  }
}
