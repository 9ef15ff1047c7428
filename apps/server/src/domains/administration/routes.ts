import { tokyoDay } from '@sukoyaka/rules/time'
import * as careTeam from '@sukoyaka/wire/boards/admin/care-team'
import * as contract from '@sukoyaka/wire/boards/admin/contract'
import * as facility from '@sukoyaka/wire/boards/admin/facility'
import * as plan from '@sukoyaka/wire/boards/admin/plan'
import * as policy from '@sukoyaka/wire/boards/admin/policy'
import * as system from '@sukoyaka/wire/boards/admin/system'
import * as user from '@sukoyaka/wire/boards/admin/user'
import * as view from '@sukoyaka/wire/boards/admin/view'
import { exportPageSize } from '../../database/page.ts'
import { serve } from '../../http/serve.ts'
import { allCareTeams, carePersonOf, deleteCarePerson, handOver, insertCarePerson, updateCarePerson } from './care-team-store.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { newCode } from './code.ts'
import { allContracts, contractOf, deleteContract, insertContract, updateContract } from './contract-store.ts'
import { csvOf } from './csv.ts'
import { allFacilities, facilityDocument, insertFacility, updateFacility } from './facility-store.ts'
import { mergeRoutes } from './merge/routes.ts'
import { allPlans, allServices, insertPlan, insertService, planOf, serviceOf, updatePlan, updateService } from './plan-store.ts'
import { allPolicies, deletePolicy, insertPolicy, policyOf } from './policy-store.ts'
import { discardFailed, failedJobsOf, retryFailed, systemOf } from './system-store.ts'
import { allAccounts } from './users/list-store.ts'
import { deleteView, insertView, updateView, viewsOf } from './views/view-store.ts'

export const administrationRoutes = [
  ...catalogueRoutes,
  ...mergeRoutes,
  serve(view.listViews, async ({ db, actor, input }) => ({ items: await viewsOf(db, actor.id, input.table) })),
  serve(view.addView, ({ db, actor, input }) => insertView(db, actor.id, input)),
  serve(view.changeView, ({ db, actor, input }) => updateView(db, actor.id, input)),
  serve(view.removeView, ({ db, actor, input }) => deleteView(db, actor.id, input.id)),
  serve(user.listAccounts, ({ scope, input }) => allAccounts(scope, input)),
  serve(user.exportAccounts, ({ scope, input, language, reply }) =>
    csvOf({ name: 'users', columns: user.userColumns, language, reply }, (page) => allAccounts(scope, { ...input, page, size: exportPageSize })),
  ),
  serve(facility.listAllFacilities, ({ db, input }) => allFacilities(db, input)),
  serve(facility.exportFacilities, ({ db, input, language, reply }) =>
    csvOf({ name: 'facilities', columns: facility.facilityColumns, language, reply }, (page) => allFacilities(db, { ...input, page })),
  ),
  serve(facility.getFacilityDocument, ({ db, input }) => facilityDocument(db, input.id)),
  serve(facility.addFacility, ({ db, context, input }) => insertFacility(db, input, newCode(context))),
  serve(facility.changeFacility, ({ db, input: { id, ...input } }) => updateFacility(db, id, input)),

  serve(plan.listServices, ({ db, input }) => allServices(db, input)),
  serve(plan.exportServices, ({ db, input, language, reply }) =>
    csvOf({ name: 'services', columns: plan.serviceColumns, language, reply }, (page) => allServices(db, { ...input, page })),
  ),
  serve(plan.getService, ({ db, input }) => serviceOf(db, input.id)),
  serve(plan.addService, ({ db, context, input }) => insertService(db, input, newCode(context))),
  serve(plan.changeService, ({ db, input: { id, ...input } }) => updateService(db, id, input)),
  serve(plan.listAllPlans, ({ db, input }) => allPlans(db, input)),
  serve(plan.exportPlans, ({ db, input, language, reply }) =>
    csvOf({ name: 'plans', columns: plan.planColumns, language, reply }, (page) => allPlans(db, { ...input, page })),
  ),
  serve(plan.getPlan, ({ db, input }) => planOf(db, input.id)),
  serve(plan.addPlan, ({ db, context, input }) => insertPlan(db, input, newCode(context))),
  serve(plan.changePlan, ({ db, input: { id, ...input } }) => updatePlan(db, id, input)),

  serve(contract.listAllContracts, ({ scope, input, context, language }) => allContracts(scope, input, { today: tokyoDay(context.clock()), language })),
  serve(contract.exportContracts, ({ scope, input, context, language, reply }) =>
    csvOf({ name: 'contracts', columns: contract.contractColumns, language, reply }, (page) =>
      allContracts(scope, { ...input, page, size: exportPageSize }, { today: tokyoDay(context.clock()), language }),
    ),
  ),
  serve(contract.getContract, ({ scope, input, context, language }) => contractOf(scope, input.id, { today: tokyoDay(context.clock()), language })),
  serve(contract.addContract, ({ scope, input, context, language }) => insertContract(scope, input, { today: tokyoDay(context.clock()), language })),
  serve(contract.changeContract, ({ scope, input, context, language }) => updateContract(scope, input, { now: context.clock(), language })),
  serve(contract.removeContract, ({ scope, input }) => deleteContract(scope, input.id)),

  serve(careTeam.listCareTeams, ({ scope, input }) => allCareTeams(scope, input)),
  serve(careTeam.exportCareTeams, ({ scope, input, language, reply }) =>
    csvOf({ name: 'care_team', columns: careTeam.careTeamColumns, language, reply }, (page) => allCareTeams(scope, { ...input, page, size: exportPageSize })),
  ),
  serve(careTeam.getCarePerson, ({ scope, input }) => carePersonOf(scope, input.id)),
  serve(careTeam.addCarePerson, ({ scope, input }) => insertCarePerson(scope, input)),
  serve(careTeam.changeCarePerson, ({ scope, input }) => updateCarePerson(scope, input.id, input.main)),
  serve(careTeam.removeCarePerson, ({ scope, input }) => deleteCarePerson(scope, input.id)),
  serve(careTeam.handOverPatients, ({ scope, input }) => handOver(scope, input)),

  serve(system.getSystem, ({ context, db }) => systemOf(context, db)),
  serve(system.listFailedJobs, async ({ db }) => ({ items: await failedJobsOf(db) })),
  serve(system.retryJob, ({ context, db, input }) => retryFailed(context, db, input.id)),
  serve(system.discardJob, ({ db, input }) => discardFailed(db, input.id)),

  serve(policy.listPolicies, ({ db, input, language }) => allPolicies(db, input, language)),
  serve(policy.exportPolicies, ({ db, input, language, reply }) =>
    csvOf({ name: 'policies', columns: policy.policyColumns, language, reply }, (page) => allPolicies(db, { ...input, page }, language)),
  ),
  serve(policy.getPolicy, ({ db, input }) => policyOf(db, input.id)),
  serve(policy.addPolicy, ({ db, context, input }) => insertPolicy(db, input, context.clock())),
  serve(policy.removePolicy, ({ db, input }) => deletePolicy(db, input.id)),
]
