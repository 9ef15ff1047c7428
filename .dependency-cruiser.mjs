/**
 * Import rules of the repository, types included. `npm run check` runs them; scripts/import-rules.test.ts injects a violation of each.
 */
const server = '^apps/server/src'
const web = '^apps/web/src'
const test = '\\.(test|types|trial|e2e)\\.tsx?$|/test/'

/** Infrastructure of the server; a folder imports those before it. */
const serverLayers = [
  ['errors'],
  ['config'],
  ['database'],
  ['context'],
  ['realtime', 'jobs', 'processes'],
  ['observability'],
  ['access', 'mail', 'files', 'sandbox', 'stripe', 'google'],
  ['documents'],
  ['http'],
  ['domains'],
  ['reference'],
  ['demo', 'app'],
]

/** Domains by level; a domain imports domains of its own and lower levels. */
const domainLevels = {
  people: ['account', 'policy', 'line-account', 'connected-app', 'patient', 'contract', 'facility', 'notification', 'payment'],
  record: [
    'category',
    'disease',
    'checkup',
    'imaging',
    'illness',
    'medication',
    'symptom',
    'lifestyle',
    'activity',
    'device',
    'health-record',
    'stress-check',
    'shop',
  ],
  care: [
    'questionnaire',
    'data-entry-request',
    'interview',
    'report',
    'minutes',
    'karte',
    'habit',
    'assessment',
    'score',
    'membership',
    'message',
    'registration',
    'bulk-message',
    'canned-reply',
    'task',
    'calendar',
  ],
  boards: ['patient-list', 'today', 'timeline', 'results-import', 'release-queue', 'administration', 'audit', 'fhir', 'data-export', 'share', 'platform'],
}

/** Components and functions of a web domain that named other domains may import. */
const exportedByWebDomains = [
  ['checkup/(release/ReleaseValues|ProviderJudgements|FarWord)\\.tsx', 'release-queue'],
  ['imaging/release/CheckupImages\\.tsx', 'checkup'],
  ['illness/dialogs/DrugAllergy\\.tsx', 'shop'],
  ['facility/precautions\\.ts', 'checkup'],
  ['lifestyle/(AnswerGrid\\.tsx|AnswersSkeleton\\.tsx|answer-table\\.ts)', 'symptom'],
  ['notification/(notification-settings|shown-rooms|badges)\\.ts', 'message'],
  ['message/use-has-chat\\.ts', 'checkup|health-record|medication|patient'],
  ['message/composer/begin-draft\\.ts', 'checkup'],
  ['today/Contacts\\.tsx', 'release-queue'],
  ['task/AssigneeField\\.tsx', 'today|message'],
  ['patient/chat-slot\\.ts', 'message'],
  ['shop/recommend/RecommendedProduct\\.tsx', 'message'],
  ['checkup/api\\.ts', 'shop'],
  ['patient/api\\.ts', 'account|shop'],
  ['contract/api\\.ts', 'membership'],
  ['account/PasswordField\\.tsx', 'data-export'],
  ['account/profile/(AddressFields\\.tsx|typed-values\\.ts)', 'shop'],
  ['payment/(api\\.ts|(ConfirmPayment|Disputes)\\.tsx)', 'membership'],
  ['payment/fetch-file\\.ts', 'questionnaire'],
  ['payment/ReceiptDialog\\.tsx', 'membership|shop'],
]

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const anyOf = (names) => `(${names.join('|')})`
const npm = (names) => `^node_modules/${anyOf(names)}(/|$)`
const builtin = ['core']

const layerRules = serverLayers
  .slice(0, -1)
  .map((layer, at) =>
    rule(
      `server-layer-${layer.join('-')}`,
      `${layer.join(', ')} may not import later layers`,
      { path: `${server}/${anyOf(layer)}/`, pathNot: test },
      { path: `${server}/(${anyOf(serverLayers.slice(at + 1).flat())}/|main\\.ts)` },
    ),
  )

const levels = Object.values(domainLevels)
const levelRules = Object.entries(domainLevels)
  .slice(0, -1)
  .map(([name, domains], at) =>
    rule(
      `domain-level-${name}`,
      `domains of the level ${name} may not import domains of a higher level`,
      { path: `${server}/domains/${anyOf(domains)}/`, pathNot: test },
      { path: `${server}/domains/${anyOf(levels.slice(at + 1).flat())}/` },
    ),
  )

/** Kind of a server file by its name. */
const kind = {
  tables: `${server}/domains/.+/tables\\.ts$`,
  store: `${server}/domains/.+store\\.ts$`,
  actions: `${server}/domains/.+/actions/`,
  routes: `${server}/domains/.+routes\\.ts$`,
}
/** The contract test, its request definitions, and what starts a server process. */
const blackBox = 'apps/server/test/(contract/|(clean-up|process)\\.ts$)'
const fastify = npm(['fastify', '@fastify/[^/]+', 'fastify-plugin'])
const drizzle = npm(['drizzle-orm', 'pg'])

export default {
  forbidden: [
    rule('no-circular', 'files may not import each other in a circle', {}, { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } }),
    rule(
      'wire-pure',
      'the contract imports nothing but typebox',
      { path: '^packages/wire/src', pathNot: test },
      { pathNot: ['^packages/wire/', npm(['typebox'])] },
    ),
    rule(
      'rules-pure',
      'rules import the contract and wanakana only',
      { path: '^packages/rules/src', pathNot: test },
      { pathNot: ['^packages/(rules|wire)/', npm(['wanakana', '@types/.*'])] },
    ),
    rule('phrases-pure', 'phrases import the contract only', { path: '^packages/phrases/src', pathNot: test }, { pathNot: '^packages/(phrases|wire)/' }),
    rule('server-not-web', 'the server may not import the web app', { path: server }, { path: web }),
    ...layerRules,
    ...levelRules,
    rule('tables-import-tables', 'tables import tables of domains only', { path: kind.tables }, { path: `${server}/domains/`, pathNot: kind.tables }),
    rule('stores-without-http', 'tables and stores import neither Fastify nor routes', { path: [kind.tables, kind.store] }, { path: [fastify, kind.routes] }),
    rule('actions-without-sql', 'actions call stores', { path: kind.actions, pathNot: test }, { path: [kind.routes, kind.tables, drizzle, fastify] }),
    rule('routes-without-sql', 'routes call stores and actions', { path: kind.routes }, { path: [kind.tables, drizzle] }),
    rule(
      'routes-of-one-domain',
      'routes import their own domain only',
      { path: `${server}/domains/([^/]+)/.*routes\\.ts$` },
      { path: `${server}/domains/`, pathNot: [`${server}/domains/$1/`, `${server}/domains/patient/require-store\\.ts$`] },
    ),
    rule(
      'domains-without-fastify',
      'domains get Fastify through `serve`',
      { path: `${server}/domains/`, pathNot: [test, kind.routes, kind.tables, kind.store, kind.actions] },
      { path: fastify, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'system-scope',
      'the unrestricted patient scope is for jobs and seeding',
      { path: '^apps/server/src', pathNot: [test, `${server}/access/`, 'jobs\\.ts$', `${server}/demo/`] },
      { path: `${server}/access/(system|own)-scope\\.ts$` },
    ),
    rule(
      'open-scope',
      'the request pipeline opens the scope of a call',
      { path: '^apps/server/src', pathNot: [test, `${server}/access/`, `${server}/http/`] },
      { path: `${server}/access/open-scope\\.ts$` },
    ),
    rule(
      'web-not-server',
      'the web app may not import the server, Node or database libraries',
      { path: web, pathNot: test },
      { path: ['^apps/server/', drizzle, fastify] },
    ),
    rule(
      'contract-black-box',
      'the contract test and its request definitions are written by hand and import nothing of the product',
      { path: `^${blackBox}` },
      { path: ['^(apps|packages)/', '^node_modules/@sukoyaka/'], pathNot: `^${blackBox}` },
    ),
    rule('web-without-node', 'the web app runs in browsers', { path: web, pathNot: test }, { dependencyTypes: builtin }),
    rule(
      'web-infrastructure',
      'ui, api, i18n and theme know no domain, page or app',
      { path: `${web}/(ui|api|i18n|theme)/`, pathNot: test },
      { path: `${web}/(domains|pages|app)/` },
    ),
    rule('web-domains-below-pages', 'pages compose domains', { path: `${web}/domains/`, pathNot: test }, { path: `${web}/(pages|app)/` }),
    rule(
      'web-domains-apart',
      'a web domain imports of another only what it exports by name',
      { path: `${web}/domains/([^/]+)/`, pathNot: test },
      { path: `${web}/domains/`, pathNot: [`${web}/domains/$1/`, ...exportedByWebDomains.map(([piece]) => `${web}/domains/${piece}$`)] },
    ),
    ...exportedByWebDomains.map(([piece, importer]) =>
      rule(
        `web-export-${importer}-${piece.replace(/\W+/g, '-')}`,
        `${piece} is exported to ${importer}`,
        { path: `${web}/domains/([^/]+)/`, pathNot: [test, `${web}/domains/(${importer}|${piece.split('/')[0]})/`] },
        { path: `${web}/domains/${piece}$` },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.mts'],
    },
  },
}
