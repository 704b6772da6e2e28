import { resolve } from 'node:path'
import { tellArchiveTasks } from '../../demo/archive-tasks.ts'
import { tellComplaints } from '../../demo/complaints.ts'
import { tellCourses } from '../../demo/courses.ts'
import { tellRecording } from '../../demo/live-recordings.ts'
import { tellCases } from '../../demo/processes.ts'
import { tellDeclarations } from '../../demo/declarations.ts'
import { tellExpertReview } from '../../demo/expert-review.ts'
import { loadDemo } from '../../demo/load.ts'
import { tellLargeProject } from '../../demo/large-project.ts'
import { tellNewcomers } from '../../demo/newcomers.ts'
import { tellPairs } from '../../demo/pairs.ts'
import { tellPapers } from '../../demo/papers.ts'
import { tellQuestions } from '../../demo/questions.ts'
import { tellRosters } from '../../demo/rosters.ts'
import { tellResearch } from '../../demo/research.ts'
import { tellOwnFields } from '../../demo/own-fields.ts'
import { tellSupportComments } from '../../demo/support-comments.ts'
import { tellSupportWork } from '../../demo/support-work.ts'
import { tellSharedLessons } from '../../demo/shared-lessons.ts'
import { tellSignIns } from '../../demo/sign-ins.ts'
import { tellStudios } from '../../demo/studios.ts'
import { tellActivities } from '../../demo/teaching-activities.ts'
import { tellBegunProjects } from '../../demo/training-courses.ts'
import { tellTrainingImport } from '../../demo/training-import.ts'
import { tellPapersAnew } from '../../demo/training-papers.ts'
import { tellProjectSurveys } from '../../demo/training-surveys.ts'
import { tellTrainingProjects } from '../../demo/training-projects.ts'
import { tellRunningProjects } from '../../demo/running-projects.ts'
import { contents } from '../../catalogue/contents/contents.ts'
import { keepShippedIndex } from '../engine/curriculum/index.ts'
import { openFigures } from '../engine/figures/index.ts'
import { showMissing } from '../engine/publishing/index.ts'
import { oneFigureBy } from '../features/analysis/index.ts'
import { notify } from '../features/messages/index.ts'
import { passwordHashes } from '../features/sign-in/index.ts'
import { today } from '../platform/clock/clock.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { keysFrom } from '../platform/crypto/keys.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createLog, errorFacts, type Log } from '../platform/log/log.ts'
import { storesIn } from '../platform/storage/file-stores.ts'
import type { DemoMessage } from './demo-beside.ts'
import { buildEngine } from './engine.ts'
import { processingOf } from './processing.ts'
import { registry } from './records.ts'
import { reviewSourcesOf } from './review-sources.ts'
import { surveyOpener } from './survey-opener.ts'
import { sortForm } from './sort-form.ts'

// The process that loads the demo region; see demo-beside.ts.

async function load({ ownerUrl, appUrl, masterKey }: DemoMessage, config: Config, log: Log): Promise<void> {
  const keys = keysFrom(Buffer.from(masterKey, 'base64'), config.cryptoSuite)
  await loadDemo({
    ownerUrl,
    keys,
    records: registry,
    filesFolder: resolve(config.dataDir, 'files'),
    log,
    sortForm,
    hashPassword: passwordHashes(keys).hash,
  })
  const db = openDatabase({
    url: appUrl,
    max: config.dbPool,
    slowMs: config.slowStatementMs,
    onSlow: (slow) => log.warn('database.slow', slow),
  })
  try {
    const engine = buildEngine(db, db, keys)
    const processing = processingOf(engine)
    await tellCases(processing, today())
    await tellResearch(processing, today())
    await tellRunningProjects(processing, today())
    await tellDeclarations(processing, today())
    await tellTrainingProjects(processing, today())
    // Questions name chapters, which the portal writes when it starts.
    await keepShippedIndex(db)
    await tellQuestions({ db, notify })
    await tellSharedLessons(db, resolve(config.dataDir, 'files'))
    // Complaints are about what stands in the library.
    while (await showMissing({ db, types: contents }));
    await tellComplaints(processing)
    await tellPapers({ db, keys, notify })
    await tellBegunProjects(processing, today())
    await tellPapersAnew(engine)
    await tellTrainingImport(processing, storesIn(config.dataDir).imports, today())
    await tellLargeProject(processing, today())
    await tellProjectSurveys(db, surveyOpener, today())
    await tellActivities(processing, today())
    await tellSignIns(db)
    await tellSupportComments(db)
    await tellOwnFields(db)
    await tellArchiveTasks(db, today())
    await tellCourses(db, resolve(config.dataDir, 'files'), today())
    await tellRecording(db, resolve(config.dataDir, 'files'))
    await tellStudios(processing, today())
    await tellRosters(processing, today())
    await tellPairs(processing, { db, readFigure: oneFigureBy(openFigures(engine, log)) }, today())
    await tellSupportWork(processing, today())
    const reviewSources = reviewSourcesOf(db)
    const readBytes = (): never => {
      throw new Error('opening a round reads no file')
    }
    await tellExpertReview({ db, engine, keys, notify, log, reviewSources, readBytes }, processing, today())
    await tellNewcomers(db, { keys }, today())
  } finally {
    await db.close()
  }
}

// Without the portal there is nobody to load it for.
process.on('disconnect', () => process.exit(1))
process.once('message', (message: DemoMessage) => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  void load(message, config, log).then(
    () => process.exit(0),
    (error: unknown) => {
      log.error('start.failed', errorFacts(error))
      process.exit(1)
    },
  )
})
