/**
 * Parts that the blind copy leaves out: they say who made the file, who commented on it, when, on which
 * machine and for which printer, and nothing of them is shown to a reader of the text.
 */
const left = new RegExp(
  [
    // .NET writes this part instead of docProps/core.xml.
    '^package/services/metadata/',
    '^docProps/|^docMetadata/|^customXml/|/printerSettings/',
    '^word/(comments[^/]*|people)\\.xml$',
    '^ppt/(comments/|changesInfos/|(commentAuthors|authors|revisionInfo)\\.xml$)',
    '^xl/(comments[^/]*\\.xml$|threadedComments/|persons/|revisions/)',
  ].join('|'),
  'i',
)

/** Whether the blind copy leaves a part out, with its relations. */
export const leavesOut = (name: string): boolean => left.test(name.replace(/_rels\/([^/]*)\.rels$/, '$1'))
