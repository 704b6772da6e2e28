import { resolve } from 'node:path'
import { contents as contentTypes } from '../../catalogue/contents/contents.ts'
import { recordRoutes } from '../engine/http/index.ts'
import { accountRoutes, type AccountOptions } from '../features/account/index.ts'
import { logRoutes } from '../features/audit-log/index.ts'
import { archiveRoutes } from '../features/archives/index.ts'
import { calendarRoutes } from '../features/calendar/index.ts'
import { chainRoutes } from '../features/chains/index.ts'
import { clientFor, clientRoutes, type AskedClient } from '../features/clients/index.ts'
import { contentsRoutes, unconfirmed } from '../features/contents/index.ts'
import { portalRoutes } from '../features/portal/index.ts'
import { captionsOf, heldByLive, waitingContents } from '../engine/publishing/index.ts'
import { correctionRoutes, openCorrections, waitingConfirmations } from '../features/corrections/index.ts'
import { dictionaryRoutes } from '../features/dictionaries/index.ts'
import { deleteFile, fileRoutes, fileStore, findLibreOffice, photoAddress } from '../features/files/index.ts'
import {
  choiceRoutes,
  correctionsPath,
  countUnread,
  messageRoutes,
  notify,
  placeOf,
  unreadMessages,
} from '../features/messages/index.ts'
import { outboxRoute } from '../features/outbox/index.ts'
import { permissionRoutes } from '../features/permission/index.ts'
import { qualityRoutes } from '../features/quality/index.ts'
import { reasonRoutes } from '../features/reason-library/index.ts'
import { referenceRoutes } from '../features/reference/index.ts'
import { deputyRoutes } from '../features/deputies/index.ts'
import {
  cookieLoginRoute,
  enter,
  failedSignIn,
  secondFactorRoutes,
  signInRoutes,
  solveCaptcha,
  switchRoute,
} from '../features/sign-in/index.ts'
import { byNumberRoute, teacherRoutes } from '../features/teachers/index.ts'
import { oneTimePassword, requestRoutes, userRoutes } from '../features/users/index.ts'
import { viewAsRoutes } from '../features/view-as/index.ts'
import { workbenchRoutes } from '../features/workbench/index.ts'
import type { Actor } from '../../catalogue/access/access.ts'
import type { Server } from '../platform/http/server.ts'
import { ownOrigin } from './own-origin.ts'
import { actorOn } from './session-hook.ts'
import type { Shared } from './shared.ts'

/** Passwords printed by the demo region; nobody may sign in with them where it counts. */
const demoPassword = 'Chunfeng#2026'

/** A message of the portal to one identity. */
const tell: AccountOptions['tell'] = (tx, identity, title, content) =>
  notify(tx, { to: { identity }, kind: '1', title, content, link: null, exceptPerson: 0 })

/** Signing in, and the own account. */
export function accountParts(server: Server, s: Shared): void {
  const { config, db, keys, engine, sms, mail, passwords, isTrusted } = s
  const photo = (fileId: string | null) => photoAddress(keys, fileId)
  const signingIn = signingInOf(s, photo)
  signInRoutes(server, signingIn)
  switchRoute(server, signingIn)
  cookieLoginRoute(server, {
    ...signingIn,
    centreKey: config.accountCentreKey,
    host: config.publicOrigin && new URL(config.publicOrigin).host,
  })
  secondFactorRoutes(server, signingIn, actorOn)
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
}

/** What letting people in needs to know. */
function signingInOf(
  { config, db, keys, passwords, isTrusted }: Shared,
  photo: (fileId: string | null) => string,
) {
  const production = config.nodeEnv === 'production'
  return {
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
}

/** Code tables, calendar, permission, and the records themselves. */
export function recordParts(server: Server, { db, engine, outboxFolder }: Shared): void {
  if (outboxFolder !== undefined) outboxRoute(server, outboxFolder)
  referenceRoutes(server)
  dictionaryRoutes(server, engine, actorOn)
  calendarRoutes(server, db, actorOn)
  permissionRoutes(server, engine, actorOn)
  viewAsRoutes(server, db, actorOn)
  recordRoutes(server, engine, actorOn)
}

/** Files, and what the portal publishes; answers what the pages are made with. */
export async function contentParts(server: Server, s: Shared) {
  const { config, db, publishing, log } = s
  await filePart(server, s)
  const { remove: removeBytes } = fileStore(resolve(config.dataDir, 'files'))
  const askClient = (asked: AskedClient) => clientFor(db, asked)
  const originOf = ownOrigin(config.publicOrigin, (host) => askClient({ host }))
  contentsRoutes(server, { ...publishing, actorOn, deleteFile, removeBytes })
  const portal = portalRoutes(server, { ...publishing, originOf, clientFor: askClient }, log)
  clientRoutes(server, { db, actorOn, fileAddress: (id) => publishing.fileAddress(id, 'preview') })
  return { portal, originOf }
}

async function filePart(server: Server, { config, db, keys, engine, publishing }: Shared): Promise<void> {
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
}

/** The daily work of teachers and offices. */
export function workParts(server: Server, s: Shared): void {
  const { db, keys, engine, reviewed, mail, sms, publishing } = s
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
}

/** The administration of accounts, and the log. */
export function administrationParts(server: Server, s: Shared): void {
  const { config, db, keys, engine, passwords, sms } = s
  const newPassword = async () => {
    const plain = oneTimePassword()
    return { plain, hash: await passwords.hash(plain) }
  }
  const users = {
    db,
    keys,
    sortForm: engine.sortForm,
    newPassword,
    separateDuties: config.separateDuties,
    sms,
    notify,
  }
  userRoutes(server, users, actorOn)
  requestRoutes(server, users, actorOn)
  logRoutes(server, engine, resolve(config.dataDir), actorOn)
}
