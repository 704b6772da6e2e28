import type { Readable } from 'node:stream'
import type { KeptJob } from '../platform/jobs/queue.ts'
import type { Actor } from '../../catalogue/access/access.ts'
import type { Query } from '../../catalogue/query/query.ts'
import type { SiteInForce } from '../../catalogue/sites/merged.ts'
import { searchQuery } from '../../catalogue/contract/portal/portal-search.ts'
import type { Place } from '../engine/access/index.ts'
import type { ExportList } from '../engine/exports/index.ts'
import type { CampaignRow } from '../engine/campaigns/index.ts'
import type { Ground } from '../engine/feature.ts'
import { openFigures, type Figures } from '../engine/figures/index.ts'
import { movementOf } from '../engine/movement/index.ts'
import { waitingCases } from '../features/processes/index.ts'
import type { SessionOwner } from '../engine/presence/index.ts'
import { entryMover } from '../engine/processes/index.ts'
import { waitingContents } from '../engine/publishing/index.ts'
import { readingsAbout } from '../features/account/index.ts'
import { boardFiguresBy, oneFigureBy } from '../features/analysis/index.ts'
import { mayUse } from '../features/apps/index.ts'
import { archiveOrder } from '../features/archives/index.ts'
import { archiveOf as archiveFor } from '../features/declarations/index.ts'
import { integrityOf } from '../features/audit-log/index.ts'
import { unconfirmed } from '../features/contents/index.ts'
import {
  addLesson,
  courseCompletions,
  courseLessons,
  learntCourses,
  requireOwnCourse,
} from '../features/courses/index.ts'
import { openCorrections, waitingConfirmations } from '../features/corrections/index.ts'
import { signText } from '../features/credentials/index.ts'
import { deleteFile, fileFor, keepFilm, photoAddress, recordFile } from '../features/files/index.ts'
import { recordPapers, verify as verifyPaper, walletOf, walletPaper } from '../features/forms/index.ts'
import { documentWords, namedBeside } from '../features/resources/index.ts'
import { quotaOf } from '../features/institutions/index.ts'
import {
  correctionsPath,
  countUnread,
  insertMessages,
  liveBadges,
  notify,
  placeOf,
  unreadMessages,
} from '../features/messages/index.ts'
import { isAlive, portalOf, search, shownSite } from '../features/portal/index.ts'
import { keptQueryOf, metBy, standingBy } from '../features/query/index.ts'
import { foundIn } from '../features/roll/index.ts'
import { signingInBy } from '../features/sign-in/index.ts'
import { signingOnBy, subjectOf } from '../features/sign-on/index.ts'
import { publishedIn } from '../features/talents/index.ts'
import { examineOwners } from '../features/quality/index.ts'
import { keptLives } from '../features/live/index.ts'
import { trainingDays } from '../features/presence/index.ts'
import { appointmentsOf, type AppointmentSources, type Span } from '../features/schedule/index.ts'
import { activitySittings } from '../features/teaching/index.ts'
import { needsOf } from '../features/surveys/index.ts'
import { projectSessions, rerankLine } from '../features/training/index.ts'
import { workOf } from '../features/todos/index.ts'
import { openNumbers } from '../features/training-figures/index.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { errorFacts } from '../platform/log/log.ts'
import { providerOf } from '../platform/live-servers/index.ts'
import { probe } from '../platform/storage/probe.ts'
import { outgoingTo } from '../platform/http/outgoing.ts'
import { accountsBy, firstMeant } from '../features/users/index.ts'
import type { WorkbenchTools } from '../features/workbench/index.ts'
import { mayDeclare } from '../features/own-fields/index.ts'
import { listsHost, ownOrigin } from './own-origin.ts'
import { importingOf } from './importing.ts'
import { entryRanks, processingOf } from './processing.ts'
import { actorOn } from './session-hook.ts'
import type { SharedParts } from './shared.ts'
import { tables } from './records.ts'
import { reviewSourcesOf } from './review-sources.ts'
import { sealedTables } from './sealed-tables.ts'
import { surveyOpener } from './survey-opener.ts'
import { todoSourcesOf } from './todo-sources.ts'

/** Passwords printed by the demo region; nobody may sign in with them where it counts. */
const demoPassword = 'Chunfeng#2026'

const tell: Ground['tell'] = (tx, identity, title, content) =>
  notify(tx, { to: { identity }, kind: '1', title, content, link: null, exceptPerson: 0 })

/** What the features themselves bring, known once they are all there. */
interface FeatureOffers {
  readonly exportLists: () => readonly ExportList[]
  readonly keptJobs: () => readonly KeptJob[]
}

/** What a teacher is expected at: sessions, by the page that shows them, and broadcasts that are kept. */
const appointmentsIn = (db: SharedParts['db'], sittings: SessionOwner): AppointmentSources => ({
  db,
  sessions: [
    { owner: projectSessions, kind: 'training', path: '/teacher/pxqd' },
    { owner: trainingDays, kind: 'training', path: '/teacher/pxqd' },
    { owner: sittings, kind: 'activity', path: '/teacher/jyda?tab=activityPlace' },
  ],
  others: [keptLives],
})

/** Training and teaching research: what is checked in to, watched, counted, and expected of a teacher. */
const trainingFor = ({ db, engine }: SharedParts) => {
  const sittings = activitySittings(() => entryMover(processingOf(engine)))
  return {
    projectSessions,
    activitySittings: sittings,
    appointmentsOf: (actor: Actor, span: Span) => appointmentsOf(appointmentsIn(db, sittings), actor, span),
    trainingNumbers: openNumbers(db),
    openSurvey: surveyOpener,
    needsOf,
    ranked: (tx: Tx, campaign: CampaignRow, institutionId: number) =>
      rerankLine({ ranks: entryRanks }, tx, campaign, institutionId),
    courseCompletions,
    /** Lessons that are watched, by their kind. */
    watchSources: [courseLessons],
    learntCourses: (teacherId: number) => learntCourses(db, teacherId),
  }
}

/**
 * What the features are handed: what all share, and functions of one feature that another one needs. Features
 * do not import each other, so each such function is named here.
 */
export function offeredBy(shared: SharedParts, { exportLists, keptJobs }: FeatureOffers) {
  const { config, db, keys, log, fileStores } = shared
  const ground = {
    ...shared,
    actorOn,
    notify,
    tell,
    placeOf,
    photoAddress: (fileId: string | null) => photoAddress(keys, fileId),
    printedPasswords: new Set([demoPassword]),
  } satisfies Ground
  const originOf = ownOrigin(config.publicOrigin, shared.sites.at)
  const portal = portalOf({ ...openedTo(shared), originOf }, log)
  const outgoing = outgoingTo(config.outgoingNetworks)
  const maySee = (app: string, actor: Actor) => mayUse(db, app, actor)
  const signingOn = signingOnBy({ ...ground, outgoing, maySee })
  const signingIn = signingInBy({ ...ground, ...signingOn })
  const figures = openFigures(shared.engine, log)
  const accounts = accountsBy(ground)
  return {
    ...ground,
    ...signingOn,
    subjectOf: (app: string, personId: number) => subjectOf(keys, app, personId),
    outgoing,
    maySee,
    signingIn,
    accounts,
    live: liveBadges(shared),
    movement: movementOf(shared.engine),
    figures,
    ...figuresFrom(shared, figures),
    examineAgain: (tx: Tx, teacherIds: readonly number[]) => examineOwners(shared.engine, tx, teacherIds),
    processing: processingOf(shared.engine),
    unread: async (actor: Actor) => (await countUnread(db, actor)).total,
    insertMessages,
    ...keeping(shared),
    ...archivesFrom(shared),
    exportLists,
    keptJobs,
    exportStore: fileStores.exports,
    originOf,
    portal,
    shownSite: (client: SiteInForce) => shownSite(portal, client),
    isAlive: (url: string) => isAlive(portal, url),
    listsHost: listsHost(config.publicOrigin, shared.sites.at),
    searchContents: (actor: Actor, q: string) => search(portal, actor, searchQuery.parse({ q })),
    firstMeant,
    quotaOf,
    ...papersFrom(shared),
    ...trainingFor(shared),
    /** What is published of talents in a place; whoever asks decides who may see that place. */
    publishedTalents: (place: Place, most?: number) => publishedIn(db, place, most),
    importing: importingOf(shared, accounts),
    importFiles: fileStores.imports,
    probeFiles: () => probe(fileStores.files),
    waiting: waitingFor(shared),
    reviewSources: shared.reviewSources ?? reviewSourcesOf(db),
    ...workFor(shared),
    ...guarding(shared),
  }
}
export type OfferedParts = ReturnType<typeof offeredBy>

/** Figures for those that show or keep them, and people that queries find for those that act on them. */
const figuresFrom = ({ engine }: SharedParts, figures: Figures) => ({
  boardFigures: boardFiguresBy(figures),
  readFigure: oneFigureBy(figures),
  keptQueryOf,
  metBy: (actor: Actor, query: Query, most: number) => metBy({ engine, figures }, actor, query, most),
  standingBy: (actor: Actor, query: Query, only: readonly number[]) =>
    standingBy({ engine, figures }, actor, query, only),
})

/** Archives for features that act on them, and people of the roll. */
const archivesFrom = ({ engine }: SharedParts) => ({
  archiveOrder,
  archiveOf: (of: Queryable, teacherId: number) => archiveFor(engine, of, teacherId),
  foundInRoll: foundIn,
})

/** Printed papers that certify something, for credentials; who read an archive, for its owner's copy. */
const papersFrom = ({ db, engine, keys, fileStores }: SharedParts) => ({
  signText: (text: string) => signText(db, keys, text),
  recordPaper: recordPapers({ engine, readBytes: fileStores.files.readWhole }),
  readingsAbout: (personId: number, numbers: readonly number[], most: number) =>
    readingsAbout(engine, personId, numbers, most),
  papersAbout: (teacherId: number) => walletOf(engine, teacherId),
  paperById: (id: string) => walletPaper(engine, id),
  verifyPaper: (code: string) => verifyPaper(engine, code),
  /** Whether an office may add own fields, and so keep forms of its own. */
  mayDeclare: (actor: Actor) => mayDeclare(engine.db, actor),
})

/** How the portal is guarded: the chain of the audit, and the tables that hold sealed values. */
const guarding = ({ db }: SharedParts) => ({
  integrity: () => integrityOf(db),
  sealedTables: sealedTables(tables),
})

/** What features do with files that lie in the store. */
const keeping = ({ config, db, log, fileStores: { files: store } }: SharedParts) => ({
  /** The server that broadcasts are sent to, and that keeps their recordings; null without one. */
  liveProvider: providerOf(config.live),
  deleteFile,
  fileFor,
  /** Keeps a film that the portal fetched as a file of an identity. */
  keepFilm: (identityId: number, name: string, coming: Readable) =>
    keepFilm({ db, store }, identityId, name, coming),
  requireOwnCourse,
  /** Adds a lesson at the end of a course that the actor keeps. */
  addLesson: (actor: Actor, courseId: number, lesson: Parameters<typeof addLesson>[3]) =>
    addLesson({ db, store }, actor, courseId, lesson),
  /** The first letters of documents, by which resources are compared. */
  documentWords: documentWords(store),
  /** Nothing names these bytes any more: a storage that is away does not undo that. */
  removeBytes: (key: string) =>
    store
      .remove(key)
      .catch((error: unknown) => log.error('files.left-behind', { key, ...errorFacts(error) })),
  readBytes: store.readWhole,
  /** Keeps bytes that the portal made as a file of an identity. Answers its id. */
  keepFile: async (identityId: number, file: { name: string; mime: string }, content: Buffer) =>
    (await recordFile(db, store, { identityId }, { ...file, ...(await store.write([content])) })).id,
})

/** What waits for somebody, and how much of it. */
function workFor(shared: SharedParts) {
  const todoSources = todoSourcesOf(shared)
  return {
    todoSources,
    workOf: (personId: number) => workOf({ db: shared.db, todoSources }, personId),
  }
}

/** What waits for somebody, for the homes. */
const waitingFor = ({ db, publishing }: SharedParts): Omit<WorkbenchTools, 'linkOf'> => ({
  corrections: (actor) => openCorrections(db, actor),
  unread: (actor, count) => unreadMessages(db, actor, count),
  unconfirmed: (actor) => unconfirmed(db, actor),
  waitingContents: (actor) => waitingContents(publishing, actor),
  waitingCases: (actor) => waitingCases(db, actor),
  confirmations: async (actor) => ({
    type: 'punishment',
    count: await waitingConfirmations(db, actor),
    link: correctionsPath(actor.role, 'confirmations') ?? '',
  }),
})

/** What the portal shows to visitors, and who agreed to be named there. */
const openedTo = ({ config, db, publishing, keeping, sites }: SharedParts) => ({
  ...publishing,
  keeping,
  sites,
  publicOrigin: config.publicOrigin,
  namedBeside: async (contentId: number) => (await namedBeside(db, contentId)).map(({ name }) => name),
})
