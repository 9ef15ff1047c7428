import ts from 'typescript'

const readMethods = new Set(['select', 'selectDistinct', 'selectDistinctOn', '$count'])
const writeMethods = new Set(['insert', 'update', 'delete'])
const builders = new Set(['patientQuery', 'preparedQuery', 'rawQuery'])
const builderTypes = /\b(PatientSource|QueryTools)\b/
const reason = /\/\/ built per call: \S/

const methodOf = (call) => (ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined)

/** Whether the node is a `readMethods` call such as `db.select()`, or `db.execute` of a template that starts with `select` or `with` and changes nothing. */
const isRead = (node) => {
  if (!ts.isCallExpression(node)) return false
  const method = methodOf(node)
  if (readMethods.has(method)) return true
  const [template] = node.arguments
  if (method !== 'execute' || template === undefined || !ts.isTaggedTemplateExpression(template)) return false
  const text = template.template.getText()
  return /^`\s*(select|with)\b/.test(text) && !/\b(insert into|update|delete from) \$/.test(text)
}

/** The methods of a chain such as `scope.update(…).set(…).where(…)`. */
const chainOf = (node) => {
  const methods = []
  for (let at = node; ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression); at = at.expression.expression) methods.push(methodOf(at))
  return methods
}

/** Whether the ancestor makes the read part of a prepared query or of a write, or gives the reason why it is built per call. */
const allows = (ancestor, text) => {
  if (ts.isCallExpression(ancestor))
    return (ts.isIdentifier(ancestor.expression) && builders.has(ancestor.expression.text)) || chainOf(ancestor).some((method) => writeMethods.has(method))
  if (ts.isFunctionLike(ancestor) && ancestor.parameters.some(({ type }) => type && builderTypes.test(type.getText()))) return true
  return (ts.isStatement(ancestor) || ts.isVariableDeclaration(ancestor)) && reason.test(text.slice(ancestor.getFullStart(), ancestor.getStart()))
}

/** Line numbers of the reads in this file that are built on every call without a reason. */
export function unpreparedReads(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const [first] = source.statements
  // a reason above the imports is for the whole file
  if (first && ts.isImportDeclaration(first) && reason.test(text.slice(0, first.getStart()))) return []
  const lines = []
  const visit = (node, ancestors) => {
    if (isRead(node) && !ancestors.some((ancestor) => allows(ancestor, text)))
      lines.push(source.getLineAndCharacterOfPosition(node.expression.name.getStart()).line + 1)
    ts.forEachChild(node, (child) => visit(child, [...ancestors, node]))
  }
  visit(source, [])
  return lines
}
