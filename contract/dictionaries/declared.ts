import './awaited.ts'
import { vocabularies } from '../kernel/vocabulary.ts'

/**
 * Dictionary types that come with the product, below the group each stands in, in the order of the page. The id of a
 * type is that of the vocabulary whose labels it keeps.
 */
export const declaredGroups: Readonly<Record<string, readonly string[]>> = {
  lending: [
    ...(['loans.state', 'loans.kind', 'loans.outcome', 'loans.rejectCode', 'loans.closure'] as const),
    ...([
      'loans.finalState',
      'loans.reloanWithin',
      'loans.failureCode',
      'machineReviews.state',
      'payouts.state',
      'cardChanges.state',
      'cards.state',
    ] as const),
    ...(['teleVerifications.state', 'reviews.state', 'vocabularies.creditState'] as const),
    ...(['creditAssessments.state', 'creditAssessments.cause', 'businessEvents.kind'] as const),
    ...(['channelEvents.kind'] as const),
    ...(['vocabularies.qualityState', 'vocabularies.qualityCode', 'qualityInspections.rule'] as const),
    ...(['qualityInspections.outcome', 'qualityInspections.appealState'] as const),
    ...(['reviews.codeClass', 'reviews.asked', 'reviews.priority', 'reviews.machineState'] as const),
  ],
  money: [
    ...(['plans.state', 'payments.state', 'payments.kind', 'payments.channel', 'payments.reversal'] as const),
    ...(['proofs.state', 'proofs.source', 'statements.outcome', 'reductions.state', 'reductions.source'] as const),
    ...(['reductions.fate', 'extensions.state', 'extensions.source', 'writeOffs.state', 'writeOffs.type'] as const),
    ...(['accountingDays.state', 'accountingDays.kind', 'accountingDays.document'] as const),
    ...(['settlementItems.state', 'settlementItems.match', 'settlementItems.kind'] as const),
  ],
  collection: [
    ...(['cases.state', 'stages.rollPolicy', 'cases.closeReason', 'cases.result', 'cases.hold'] as const),
    'units.kind',
    ...(['cases.transferKind', 'caseTransfers.state', 'caseTransfers.caseKind', 'caseTransfers.clients'] as const),
    'caseTransfers.caseType',
    ...(['collectors.certificateState', 'collectors.heldCases'] as const),
    ...(['caseAllocations.state', 'caseAllocations.bar', 'caseAllocations.kind', 'caseAllocations.when'] as const),
    'duty.duty',
    ...(['promises.state', 'caseHolds.state', 'caseHolds.effect', 'followUps.way', 'followUps.mark'] as const),
    ...(['recoveries.state', 'recoveries.entry', 'recoveries.disputeState', 'collectionActivities.kind'] as const),
    'commissionStatements.state',
    ...(['conductChecks.code', 'conductChecks.rule'] as const),
    ...(['vocabularies.willingness', 'vocabularies.aiTaskState', 'vocabularies.aiOutcome'] as const),
    ...(['aiConfigs.state', 'aiRecords.state'] as const),
  ],
  customers: [
    ...(['customers.kind', 'customers.state', 'customers.sex', 'vocabularies.relation'] as const),
    ...(['customers.kyc', 'customers.kycStep', 'customers.maritalStatus', 'customers.dwelling'] as const),
    ...(['vocabularies.followUpResult', 'coupons.kind', 'coupons.amountType', 'coupons.discountType'] as const),
    ...(['blacklist.state', 'blacklist.kind', 'blacklist.source', 'pictures.kind', 'readings.field'] as const),
    'readings.from',
    ...(['coupons.state', 'couponTemplates.state', 'messages.state', 'messages.template', 'messages.channel'] as const),
    ...(['messages.refusal', 'messageTemplates.state', 'messageTemplates.purpose', 'doNotDisturb.state'] as const),
    ...(['consents.state', 'consents.document', 'consents.channel'] as const),
    ...(['dataRequests.kind', 'dataRequests.state'] as const),
    ...(['doNotDisturb.kind', 'doNotDisturb.channel', 'doNotDisturb.scope', 'doNotDisturb.origin'] as const),
  ],
  service: [
    ...([
      'tickets.kind',
      'tickets.priority',
      'tickets.source',
      'tickets.state',
      'tickets.desk',
      'tickets.step',
    ] as const),
    'vocabularies.feedbackState',
  ],
  products: [
    ...(['products.state', 'products.revision', 'products.part', 'products.feeMode'] as const),
    ...(['products.penaltyBase', 'products.allocationOrder', 'products.earlyInterest', 'merchants.state'] as const),
    ...(['apps.state', 'apps.platform'] as const),
  ],
  house: [
    ...(['staff.state', 'roles.state', 'approvals.state', 'batches.state', 'jobs.state', 'jobs.run'] as const),
    'jobs.days',
    ...(['announcements.state', 'announcements.audience', 'announcements.popUp', 'exports.state'] as const),
    ...(['reportSchedules.state', 'reportSchedules.frequency', 'reportSchedules.outcome'] as const),
    'reportSchedules.mail',
    ...(['providers.kind', 'providers.state', 'providerConfigs.state', 'providerConfigs.health'] as const),
    ...(['providerConfigs.tested', 'providerBindings.state'] as const),
    ...(['lines.state', 'lines.kind', 'lines.tested', 'lines.way', 'calls.state', 'calls.direction'] as const),
    ...(['accessReviews.state', 'accessReviews.finding'] as const),
  ],
  reasons: [
    ...(['reasons.reduction', 'reasons.writeOff', 'reasons.badDebt', 'reasons.cancellation'] as const),
    ...(['reasons.cardChange', 'reasons.reopening', 'reasons.appeal', 'reasons.transfer', 'reasons.reversal'] as const),
    ...(['reasons.keeping', 'reasons.proof', 'reasons.proofRejection'] as const),
    ...([
      'reasons.blacklist',
      'reasons.blacklistRemoval',
      'reasons.customerClosing',
      'reasons.customerOpening',
    ] as const),
    ...(['reasons.kycAgain', 'reasons.cardUnbinding', 'reasons.consent', 'reasons.consentWithdrawal'] as const),
    ...(['reasons.dataRequest', 'reasons.promiseCancellation', 'reasons.followUp', 'reasons.recoveryDispute'] as const),
    'reasons.settlementItem',
    'reasons.conductAppeal',
  ],
}

/** Vocabularies of the machinery, and why nobody keeps their words in a dictionary. */
export const machineVocabularies: Readonly<Record<string, string>> = {
  'audit.outcome': 'what became of a call, as the record has it: evidence is read the same everywhere',
  'audit.risk': 'what a call may do, as the contract has it',
  'caseWorkspace.kind': 'kinds of what happened with an order, as code gathers them',
  'caseWorkspace.reason': 'why a case is worked next, as code orders them',
  'contactRules.rule': 'rules of contact, as code keeps them',
  'contactRules.way': 'ways of contact, as code keeps them',
  'consents.staffChannel': 'ways in which staff hear of a consent, a part of the channels',
  'dataRequests.group': 'kinds of what is held about a person, as an erasure tells of them',
  'dictionaries.kind': 'who says the codes of a dictionary: part of this page',
  'dictionaryEntries.state': 'whether an entry is offered: part of this page',
  'dictionaryEntries.tone': 'the colours of the console',
  'failedMessages.state': 'how far a message is that was not delivered',
  'imports.field': 'columns of an import, whose names the file has',
  'imports.file': 'the files of an import',
  'imports.separator': 'signs between the columns of a file',
  'imports.state': 'how far an import is, shown by its own dialog',
  'imports.step': 'how far an import is, shown by its own dialog',
  'jobs.class': 'programs that tasks run',
  'jobs.trigger': 'who started a task: the cycle or a person',
  'lens.scope': 'how far a right reaches, as the server decides it',
  'menuEntries.icon': 'signs of the console',
  'menuEntries.kind': 'what an entry of the menu is: part of this page',
  'menuEntries.place': 'groups of the menu, whose titles are kept on this page',
  'menuEntries.state': 'whether an entry is shown: part of this page',
  'messageTemplates.variable': 'what a variable of a template holds, as code fills it',
  'messages.language': 'languages of letters',
  'parameters.kind': 'what a parameter holds, as code reads it',
  'parameters.state': 'whether a parameter counts',
  'reportSchedules.delivery': 'ways in which files reach their reader, as code takes them',
  'reportSchedules.format': 'file formats, called alike in every language',
  'reportSchedules.trigger': 'who had a file made: the schedule or a person',
  'reviews.elsewhere': 'what people may share, as code looks for it',
  'sessions.state': 'whether somebody is signed in',
  'signIns.result': 'what became of a sign-in, as the record has it',
  'staff.language': 'languages of the console',
}

/** Ids of the dictionary types that come with the product: groups, each followed by what stands below it. */
export const declaredTypes: readonly { readonly id: string; readonly parent: string | null; readonly sort: number }[] =
  Object.entries(declaredGroups).flatMap(([group, ids], nth) => [
    { id: group, parent: null, sort: nth + 1 },
    ...ids.map((id, i) => ({ id, parent: group, sort: i + 1 })),
  ])

/** The text key that labels of a type's entries stand under. */
export const labelsOf = (typeId: string): string => vocabularies.get(typeId)?.labels ?? typeId
