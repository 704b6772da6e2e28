import type { Feature, Ground } from '../../engine/feature.ts'
import type { Processing } from '../../engine/processes/index.ts'
import { openPrinter } from '../../platform/pdf/index.ts'
import type { Desk } from './desk.ts'
import type { OriginOf } from './origin.ts'
import { formRoutes } from './routes.ts'

export { plainWords } from './verify.ts'
export { paperTable } from './sealed.ts'

interface Needs extends Pick<Ground, 'engine' | 'actorOn' | 'tell'> {
  readonly processing: Processing
  readonly originOf: OriginOf
  readonly readBytes: Desk['readBytes']
  readonly archiveOrder: Desk['order']
}

/** Forms as PDF: printed, kept for some days, verified by anybody who holds one. */
export const forms: Feature<Needs> = {
  name: 'forms',
  routes: (server, { engine, processing, readBytes, archiveOrder, tell, actorOn, originOf }) => {
    const printer = openPrinter()
    server.addHook('onClose', () => printer.close())
    formRoutes(server, {
      desk: { engine, processing, printer, readBytes, tell, order: archiveOrder },
      actorOn,
      originOf,
    })
  },
}
