import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { Config } from '../../platform/config/config.ts'
import { openSearch } from '../../platform/db/search.ts'
import { openTestDatabase } from '../../platform/db/testing/test-database.ts'
import { createLog, type Log } from '../../platform/log/log.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { isOwnToken } from '../../platform/session/token.ts'
import { buildApp, type AppParts } from '../app.ts'
import { buildEngine } from '../engine.ts'
import { addPerson, buildPeople, masterKey, signedIn, testKeys, type Person } from './test-people.ts'
import { buildPlaces } from './test-places.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export { actorOf, idNumber, testKeys } from './test-people.ts'
export type { Answer, Envelope, Person, TestAnswer } from './test-people.ts'
export type { Places } from './test-places.ts'

/**
 * A small region on a real database behind the real server: province, city, two districts with a school each,
 * a school directly under the city, a district without staff with a school, and people of every role.
 */
export async function testRegion(
  name: string,
  log: Log = createLog('silent'),
  {
    reviewSources,
    contents,
    ...settings
  }: Partial<Config> & Pick<AppParts, 'reviewSources' | 'contents'> = {},
  records?: Readonly<Record<string, AnyRecord>>,
) {
  const database = await openTestDatabase(name)
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-files-'))
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseReplicaUrls: [],
    demo: false,
    nodeEnv: 'test',
    logLevel: 'silent',
    xingtanKey: undefined,
    cryptoSuite: 'intl',
    dbPool: 10,
    trustProxy: false,
    publicOrigin: undefined,
    requestsPerMinute: 1200,
    addressRequestsPerMinute: 12_000,
    trustedNetworks: [],
    outgoingNetworks: ['127.0.0.1'],
    separateDuties: false,
    sessionsPerPerson: 5,
    unboundSessions: true,
    jobs: false,
    smsUrl: undefined,
    smsToken: undefined,
    secondFactor: 'off',
    accountCentreKey: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    wecom: undefined,
    dingtalk: undefined,
    outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined },
    deliveriesKeptDays: 365,
    auditKeptMonths: 60,
    messagesKeptDays: 730,
    sessionsKeptDays: 180,
    eventsKeptDays: 30,
    officeProgram: 'off',
    live: undefined,
    clamdAddress: undefined,
    mediaUrl: undefined,
    mediaMbit: 800,
    largestVideo: 500 * 1024 * 1024,
    largestAudio: 100 * 1024 * 1024,
    keepFree: 0,
    metricsPort: undefined,
    accessLog: false,
    slowStatementMs: 1_000,
    tracesTo: undefined,
    tracedAs: 'xingtan',
    s3: undefined,
    filesIn: undefined,
    filesBefore: undefined,
    backupS3: undefined,
    metricsHost: '127.0.0.1',
    ...settings,
  } as const
  const lifecycle = {
    onStop: () => {},
    isReady: () => true,
    setReady: () => {},
    isStopping: () => false,
    stop: async () => {},
    listen: () => {},
  }
  const search = openSearch({ url: database.appUrl, max: 2 })
  const parts = {
    config,
    db: database.db,
    databaseUrl: database.directUrl,
    search,
    log,
    lifecycle,
    secrets: { masterKey },
    records,
    contents,
    reviewSources,
  }
  const serve = async (more: Partial<Config> = {}) => {
    const server = await buildApp({ ...parts, config: { ...config, ...more } })
    server.startBackground()
    return server
  }
  // What a test file keeps in its variables outlives it: files of a worker are run in one process. So the portal hangs
  // on this one place only, which is emptied at the end.
  const held: { app?: Server } = { app: await serve() }
  const door = {
    inject: (...asked: Parameters<Server['inject']>) => portalOf(held).inject(...asked),
  } as Pick<Server, 'inject'>
  const { db } = database
  const places = await buildPlaces(db)
  const people = await buildPeople(db, door, places)
  const region = {
    app: portalOf(held),
    db,
    ownerUrl: database.ownerUrl,
    /** DATA_DIR of the portal. */
    folder,
    appUrl: database.appUrl,
    engine: buildEngine(db, search, testKeys, records),
    places,
    people,
    /** A second portal on the same database, with other settings where given; to be closed by the caller. */
    serveBeside: serve,
    /** Another person in the region. */
    add: (role: Role, institutionId: number, label: string) =>
      addPerson(db, door, role, institutionId, label),
    /** The same person with a new session. */
    signInAgain: (who: Person) => signedIn(db, door, who),
    async close() {
      await portalOf(held).close()
      await search.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      delete held.app
      for (const part of ['app', 'engine', 'people']) Reflect.deleteProperty(region, part)
    },
  }
  return region
}

function portalOf({ app }: { readonly app?: Server }): Server {
  if (!app) throw new Error('the region is closed')
  return app
}

export type Region = Awaited<ReturnType<typeof testRegion>>

/** Limits of a server without the portal's calls. */
export const limitsOf = (perMinute: number): Limits => ({
  requestsPerMinute: perMinute,
  addressRequestsPerMinute: perMinute,
  isOwnToken: (token): token is string => isOwnToken(testKeys, token),
  isTrusted: () => false,
})
