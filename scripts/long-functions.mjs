import ts from 'typescript'

const nameOf = (node) => node.name?.getText() ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'a function')

/** Functions of more than `maxLines` lines, nested functions and JSX included. */
export function longFunctions(path, text, maxLines) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const findings = []
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const from = lineOf(node.getStart())
      const lines = lineOf(node.end) - from + 1
      if (lines > maxLines) findings.push({ line: from + 1, lines, name: nameOf(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}
