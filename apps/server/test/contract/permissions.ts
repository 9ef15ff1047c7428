/** Roles in the order of the columns of `table`. */
export const roles = ['patient', 'observer', 'concierge', 'trainer', 'nutritionist', 'nurse', 'doctor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Permission table: o own, a all, - none. Typed by hand, so that a change in the code fails a test. */
export const table = {
  'read a record, list patients': 'oaaaaaaa',
  'profile, address': 'o-a--aaa',
  'assessments, illnesses, medicines, allergies, operations': '-----aaa',
  'test results, images': '-----aaa',
  'prepare imports of results': '--a--aaa',
  'propose dates': 'o-a--aaa',
  'decline proposed dates': 'o-------',
  'test packages, interviews': '--a--aaa',
  'interview summary, minutes': '---aaaaa',
  'read minutes': '-aaaaaaa',
  'booking or summary of an interview': '--aaaaaa',
  'read kartes': '-aaaaaaa',
  'write kartes': '--oooooa',
  'habit goals, own or any': 'o--aaaaa',
  'habit goals of others': '---aaaaa',
  'questionnaires, health data': 'o--aaaaa',
  'read shared stress checks': 'oaaaaaaa',
  'answer a stress check': 'o-------',
  'issue reports of results': 'o-aaaaaa',
  'read messages': 'oaaaaaaa',
  'write messages': 'o-aaaaaa',
  'read pins, reminders, data entry requests': '-aaaaaaa',
  'write pins, reminders, data entry requests': '--aaaaaa',
  'bulk messages': '--a--aaa',
  'cart, purchase': 'o-------',
  'read orders': 'o------a',
  'read recommendations': 'oaaaaaaa',
  'write recommendations': '---aaaaa',
  'contracts, payments': 'o-a----a',
  'start, change and end contracts': '--a----a',
  'users, facilities, products, coupons, policies, audit log': '-------a',
  'export all records': '-------a',
  'list staff': '-aaaaaaa',
  'care team': '--a--aaa',
  'own account': 'oooooooo',
  'take out own data': 'o-------',
  'own calendar feeds': 'oooooooo',
  'own shares': 'o-------',
  catalogue: 'oooooooo',
  'without signing in': 'oooooooo',
} as const
export type Row = keyof typeof table

export const scopeOf = (row: Row, role: Role): 'own' | 'all' | undefined =>
  ({ o: 'own' as const, a: 'all' as const, '-': undefined })[table[row][roles.indexOf(role)] as 'o' | 'a' | '-']
