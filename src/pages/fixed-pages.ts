import { coupons, couponTemplates } from '#contract/coupons.ts'
import { jobs } from '#contract/jobs.ts'
import { loans } from '#contract/loans/calls.ts'
import { payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { products } from '#contract/products/calls.ts'
import { proofs } from '#contract/proofs.ts'
import { statements } from '#contract/statements.ts'
import { writeOffs } from '#contract/write-offs.ts'
import type { FixedPage } from '#src/shell/navigation/routes.ts'

/** Pages at addresses of their own. Source: specification, section 2. */
export const fixedPages: Readonly<Record<string, FixedPage>> = {
  '/account': { component: 'account', title: 'account.title', requires: 'anyone' },
  '/detail': { component: 'loan', title: 'loans.detail', requires: loans.detail.requires },
  '/detail2': { component: 'case', title: 'cases.detail', requires: 'openCases' },
  '/detail4': { component: 'ticket', title: 'tickets.detail', requires: 'operationTickets' },
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
  '/coupons/upload': { component: 'issueCoupons', title: 'coupons.upload', requires: coupons.upload.requires },
  '/write-offs/upload': { component: 'fileWriteOffs', title: 'writeOffs.upload', requires: writeOffs.upload.requires },
}
