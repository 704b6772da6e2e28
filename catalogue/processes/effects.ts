/**
 * What a move does beside moving the case, each registered by a feature. A name says what has happened once
 * the move is made.
 */
export const effectNames = [
  'personnelMoves',
  'teachingBegins',
  'teachingChangesDays',
  'teachingEnds',
  'rotationDrafted',
  'statusChanges',
  'projectEstablished',
  'projectArchived',
  'awardArchived',
  'objectionsAnswered',
  'projectChanged',
  'reviewEnded',
  'declarationGranted',
  'consentGiven',
  'conditionsNoted',
  'seatTaken',
  'nothingLeft',
  'trainingRegistered',
  'classGiven',
  'attendanceNoted',
  'retakeBegun',
  'contentFrozen',
  'contentThawed',
  'contentRemoved',
  'counterGiven',
  'placeTaken',
  'activityArchived',
  'broadcastDrafted',
  'studioOpened',
  'studioClosed',
  'memberPlaced',
  'memberJoined',
  'memberLeft',
  'yearFrozen',
  'yearPublished',
  'yearFailed',
  'yearDropped',
  'pairProposed',
  'pairRecorded',
  'pairStarted',
  'pairEnded',
  'needOpened',
  'needClosed',
  'placesTaken',
  'offerAccepted',
  'entryConfirmed',
  'schoolsAsked',
  'schoolsAgreed',
] as const
export type EffectName = (typeof effectNames)[number]

/** What is asked of the database before a form is handed in, each registered by a feature. */
export const judgeNames = [
  'mayTransfer',
  'mayPost',
  'mayChangeStatus',
  'mayLead',
  'mayJoin',
  'maySubmitTwo',
  'withoutNames',
  'mayChangeProject',
  'mayDeclare',
  'mayEnrol',
  'mayFreeze',
  'mayAttend',
  'mayHost',
  'mayJoinStudio',
  'mayReportYear',
  'mayPair',
  'mayAskSupport',
  'mayOfferSupport',
  'mayEnterSupport',
] as const
export type JudgeName = (typeof judgeNames)[number]

/** What a new case is filled in with from elsewhere, each registered by a feature. */
export const sourceNames = ['ownArchive', 'ownStudio'] as const
export type SourceName = (typeof sourceNames)[number]
