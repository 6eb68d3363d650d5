// The cells of a table: what is measured for one server, in rounds in which each cell has its turn.
import { progress } from './output.mjs';

/**
 * Runs a step for each cell, one after the other, in an order that changes, so that none always follows the same one. A
 * cell for which a step fails gets the reason, and takes no further steps.
 */
export async function each(cells, step) {
  for (const cell of shuffled(cells.filter(({ reason }) => !reason))) {
    try {
      await step(cell);
    } catch (error) {
      cell.reason = error.message;
      progress(`left out: ${error.message}`);
    }
  }
}

/** Returns {cells, leftOut}: the results of the cells that took all steps, and the cells that did not. */
export function complete(cells, result) {
  return {
    cells: cells.filter(({ reason }) => !reason).map(result),
    leftOut: cells.filter(({ reason }) => reason)
      .map(({ definition, subject, reason }) => ({ server: definition.title, subject, reason })),
  };
}

function shuffled(values) {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
