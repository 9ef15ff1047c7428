import { writeFileSync } from 'node:fs'

/** Counts the tests of each project and collects failed and flaky ones. Writes them as JSON to SUMMARY_FILE, for test.mjs. */
export default class SummaryReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const projects = {}
    const failures = unhandledErrors.map((error) => `unhandled error\n${error.stack ?? error.message}`)
    const flakyTests = []
    for (const testModule of testModules) {
      const { project, moduleId } = testModule
      projects[project.name] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 }
      const counts = projects[project.name]
      counts.seconds += testModule.diagnostic().duration / 1000
      const describeErrors = (name, errors) => `${moduleId}: ${name}\n${errors.map(({ stack, message }) => stack ?? message).join('\n')}`
      const moduleErrors = [testModule, ...testModule.children.allSuites()].flatMap((suite) => suite.errors())
      if (moduleErrors.length > 0) failures.push(describeErrors('', moduleErrors))
      let failedTests = 0
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') {
          failedTests++
          failures.push(describeErrors(test.fullName, errors))
        } else counts[state === 'passed' ? 'passed' : 'skipped']++
        if (test.diagnostic()?.flaky) flakyTests.push(describeErrors(test.fullName, errors ?? []))
      }
      // a module that cannot be loaded or whose hook fails counts as one failure
      counts.failed += failedTests || (testModule.ok() ? 0 : 1)
    }
    writeFileSync(process.env.SUMMARY_FILE, JSON.stringify({ projects, failures, flakyTests, unhandled: unhandledErrors.length }))
  }
}
