import type { Feature, Ground } from '../../engine/feature.ts'
import type { Engine } from '../../engine/engine.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { openPrinter } from '../../platform/pdf/index.ts'
import { tidy, workBundles } from './bundles.ts'
import type { Desk } from './desk.ts'
import type { OriginOf } from './origin.ts'
import { recordPaper } from './record-paper.ts'
import { formRoutes, type Office } from './routes.ts'

export { certified, digestOfCertificate } from './certificate.ts'
export { newCode } from './issue.ts'
export { plainWords, verify } from './verify.ts'
export { walletOf, walletPaper } from './wallet.ts'
export { paperTable } from './sealed.ts'

type PaperAsked = Parameters<typeof recordPaper> extends [unknown, unknown, ...infer Rest] ? Rest : never

interface Needs extends Pick<Ground, 'engine' | 'actorOn' | 'notify' | 'log'> {
  readonly processing: CaseNeeds
  readonly originOf: OriginOf
  readonly readBytes: Desk['readBytes']
  readonly mayDeclare: Office['mayDeclare']
  readonly archiveOrder: Desk['order']
  readonly foundInRoll: (
    engine: Engine,
    ...asked: Parameters<Desk['foundInRoll']>
  ) => ReturnType<Desk['foundInRoll']>
}

/**
 * Threads start with the first sheet, so that the calls and the jobs of a process share a printer that costs
 * nothing before.
 */
const printer = openPrinter()

/** Prints the forms of records for features that keep them (record-paper.ts). */
export const recordPapers =
  (desk: Pick<Desk, 'engine' | 'readBytes'>) =>
  (...asked: PaperAsked) =>
    recordPaper(desk, printer, ...asked)

const deskOf = ({ engine, processing, readBytes, archiveOrder, notify, log, foundInRoll }: Needs): Desk => ({
  engine,
  processing,
  printer,
  readBytes,
  notify,
  log,
  order: archiveOrder,
  foundInRoll: (...asked) => foundInRoll(engine, ...asked),
})

/** Forms as PDF: printed singly or for many, kept for some days, verified by anybody who holds one. */
export const forms: Feature<Needs> = {
  name: 'forms',
  routes: (server, needs) => {
    server.addHook('onClose', () => printer.rest())
    const { actorOn, originOf, mayDeclare } = needs
    formRoutes(server, { desk: deskOf(needs), actorOn, originOf, mayDeclare })
  },
  jobs: (needs) => [
    {
      name: 'forms.bundles',
      label: '批量打印',
      every: 2,
      run: (stopping) => workBundles(deskOf(needs), stopping),
    },
    { name: 'forms.tidy', label: '打印文件清理', every: 3600, run: () => tidy(deskOf(needs)) },
  ],
}
