const list = (text: string) => text.trim().split(/\s+/)

const nouns = list(`account accounts actuator admin administrator api app assets audit auth backup beta bin build cache cgi-bin config console core cron
  dashboard data database db debug demo deploy dev docs dump error errors events export file files graphql health home hooks import info install internal
  job jobs karte kartes log login logout logs mail manage message messages metrics migrate migrations monitor old openapi otp panel password patient patients
  phpinfo private production profile proxy public queue report reports root schema script scripts search secret secrets server session sessions settings setup shell signup
  site sql staging static stats status storage swagger system temp test tests tmp token tokens trace upload uploads user users v1 v2 version webhook webhooks wp-admin`)
const endings = ['', '/', '.json', '.php', '.bak', '.old', '.sql', '.zip', '.txt', '/all']

/** Names that servers often expose by mistake. */
export const guessedNames = [...new Set(nouns.flatMap((noun) => endings.map((ending) => `${noun}${ending}`)))]

/** Paths that attackers try first. */
export const guessedPaths =
  list(`/.env /.env.local /.git/HEAD /.git/config /.svn/entries /.DS_Store /.htaccess /.npmrc /.well-known/security.txt /package.json /package-lock.json /tsconfig.json
  /node_modules/fastify/package.json /src/main.ts /apps/server/src/main.ts /server.js /main.js /index.php /wp-login.php /xmlrpc.php /server-status /debug/pprof/ /actuator/env /actuator/heapdump
  /.data/secret /.data/postgres/PG_VERSION /../package.json /%2e%2e/package.json /..%2fpackage.json /assets/../../package.json /assets/%2e%2e/%2e%2e/package.json //etc/passwd /etc/passwd /proc/self/environ
  /api /api/ /api/v1/users /api/v2/users /api/admin/users /api/users/1/sessions /api/users/1/password /api/users/all /api/users/patients/1 /api/sessions /api/audit_logs /api/challenges
  /api/trusted_devices /api/idempotency_keys /api/graphql /api/debug /api/_debug /api/health /api/metrics /api/swagger.json /api/openapi.yaml /api/docs/index.html
  /API/users /api/Users /api/users/ /users/1 /users /files/ /files/1 /locales/ /locales/ja /locales/ja/ /locales/xx/common.json /locales/ja/errors.json.bak /dev /dev/ /dev/mailbox/ /dev/mailbox.json/1`)
