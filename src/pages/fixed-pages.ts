import { adSpend } from '#contract/ad-spend.ts'
import { aiRecords } from '#contract/ai-records.ts'
import { announcements } from '#contract/announcements.ts'
import { blacklist } from '#contract/blacklist.ts'
import { calls } from '#contract/calls.ts'
import { caseAllocations } from '#contract/case-allocations.ts'
import { caseWorkspace } from '#contract/case-workspace.ts'
import { collectors } from '#contract/collectors/calls.ts'
import { conductChecks } from '#contract/conduct-checks.ts'
import { coupons, couponTemplates } from '#contract/coupons.ts'
import { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import { duty } from '#contract/duty.ts'
import { jobs } from '#contract/jobs.ts'
import { lines } from '#contract/lines.ts'
import { loans } from '#contract/loans/calls.ts'
import { messageTemplates } from '#contract/message-templates.ts'
import { parameters } from '#contract/parameters/calls.ts'
import { payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { products } from '#contract/products/calls.ts'
import { proofs } from '#contract/proofs.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { roles } from '#contract/roles.ts'
import { settlementReports } from '#contract/settlement-reports.ts'
import { staff } from '#contract/staff.ts'
import { statements } from '#contract/statements.ts'
import { tickets } from '#contract/tickets.ts'
import { units } from '#contract/units.ts'
import { writeOffs } from '#contract/write-offs.ts'
import type { FixedPage } from '#src/shell/navigation/routes.ts'

/** Pages at addresses of their own. Source: specification, section 2. */
export const fixedPages: Readonly<Record<string, FixedPage>> = {
  '/account': { component: 'account', title: 'account.title', requires: 'anyone' },
  '/detail': { component: 'loan', title: 'loans.detail', requires: loans.detail.requires },
  '/detail1': { component: 'review', title: 'reviews.detail', requires: reviews.detail.requires },
  '/inspection': {
    component: 'inspection',
    title: 'qualityInspections.detail',
    requires: qualityInspections.list.requires,
  },
  '/conduct-check': {
    component: 'conductCheck',
    title: 'conductChecks.detail',
    requires: conductChecks.list.requires,
  },
  '/detail2': { component: 'case', title: 'cases.detail', requires: caseWorkspace.detail.requires },
  '/call': { component: 'call', title: 'calls.detail', requires: calls.list.requires },
  '/ai-record': { component: 'robotCall', title: 'aiRecords.detail', requires: aiRecords.list.requires },
  '/detail4': { component: 'ticket', title: 'tickets.detail', requires: tickets.detail.requires },
  '/task': { component: 'job', title: 'jobs.detail', requires: jobs.detail.requires },
  '/payment': { component: 'receipt', title: 'payments.detail', requires: payments.detail.requires },
  '/proof': { component: 'proof', title: 'proofs.detail', requires: proofs.detail.requires },
  '/proof/add': { component: 'addProof', title: 'proofs.enter', requires: proofs.enter.requires },
  '/statement': { component: 'statement', title: 'statements.title', requires: statements.upload.requires },
  '/plan': { component: 'plan', title: 'plans.detail', requires: plans.list.requires },
  '/product': { component: 'product', title: 'products.detail', requires: products.quota.requires },
  '/product/add': { component: 'addProducts', title: 'products.add', requires: products.add.requires },
  '/coupon-template': {
    component: 'couponTemplate',
    title: 'couponTemplates.detail',
    requires: couponTemplates.list.requires,
  },
  '/settlement-reports/upload': {
    component: 'importSettlement',
    title: 'settlementReports.importFile',
    requires: settlementReports.importFile.requires,
  },
  '/ad-spend/upload': {
    component: 'importSpend',
    title: 'adSpend.importSheet',
    requires: adSpend.importSheet.requires,
  },
  '/blacklist/upload': {
    component: 'addBlacklistEntries',
    title: 'blacklist.addSheet',
    requires: blacklist.addSheet.requires,
  },
  '/collectors/upload': {
    component: 'addCollectors',
    title: 'collectors.upload',
    requires: collectors.upload.requires,
  },
  '/lines/upload': { component: 'addLines', title: 'lines.addSheet', requires: lines.addSheet.requires },
  '/dictionaries/take': {
    component: 'takeDictionaries',
    title: 'dictionaryEntries.take',
    requires: dictionaryEntries.take.requires,
  },
  '/duty/upload': { component: 'importDuty', title: 'duty.importSheet', requires: duty.importSheet.requires },
  '/coupons/upload': { component: 'issueCoupons', title: 'coupons.upload', requires: coupons.upload.requires },
  '/announcement': {
    component: 'announcement',
    title: 'announcements.detail',
    requires: announcements.detail.requires,
  },
  '/announcement/add': {
    component: 'addAnnouncement',
    title: 'announcements.openAdd',
    requires: announcements.add.requires,
  },
  '/message-template': {
    component: 'messageTemplate',
    title: 'messageTemplates.detail',
    requires: messageTemplates.detail.requires,
  },
  '/message-template/add': {
    component: 'addMessageTemplate',
    title: 'messageTemplates.openAdd',
    requires: messageTemplates.add.requires,
  },
  '/role': { component: 'role', title: 'roles.detail', requires: roles.detail.requires },
  '/role/add': { component: 'addRole', title: 'roles.openAdd', requires: 'roles.add' },
  '/parameters/add': {
    component: 'addParameters',
    title: 'parameters.addSheet',
    requires: parameters.addSheet.requires,
  },
  '/parameters/edit': {
    component: 'editParameters',
    title: 'parameters.editSheet',
    requires: parameters.editSheet.requires,
  },
  '/allocation': {
    component: 'allocation',
    title: 'caseAllocations.detail',
    requires: caseAllocations.detail.requires,
  },
  '/allocation/rehearsal': {
    component: 'rehearsal',
    title: 'caseAllocations.rehearse',
    requires: caseAllocations.rehearse.requires,
  },
  '/allocation/case': {
    component: 'allocationOfCase',
    title: 'caseAllocations.whyCollector',
    requires: caseAllocations.explain.requires,
  },
  '/agencies/weights': { component: 'weights', title: 'units.siblings', requires: units.siblings.requires },
  '/staff/upload': { component: 'addStaff', title: 'staff.upload', requires: staff.upload.requires },
  '/write-offs/upload': { component: 'fileWriteOffs', title: 'writeOffs.upload', requires: writeOffs.upload.requires },
}
