// The AOT cache of JDK 25: classes that are loaded and linked already, and profiles for the JIT compiler.
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { OPTIONS } from './server.mjs';
import { java } from './machine.mjs';
import { output, progress } from './output.mjs';

const run = promisify(execFile);

/** Returns the same Spring Boot application unpacked, as a cache requires; undefined if that fails. */
export async function unpacked(definition) {
  const folder = output('aot', definition.name);
  try {
    await run(java, ['-Djarmode=tools', '-jar', definition.jar, 'extract', '--destination', folder, '--force']);
  } catch (error) {
    progress(`not unpacked: ${error.message.split('\n')[0]}`);
    return undefined;
  }
  return {
    ...definition,
    name: `${definition.name}-unpacked`, title: `${definition.title}, unpacked`,
    jar: `${folder}/${basename(definition.jar)}`,
  };
}

/**
 * Returns the unpacked application with a cache, which a training run has written; undefined if this JDK has no such
 * cache. It does not start without the cache.
 */
export async function withCache(definition, tools) {
  const cache = output('aot', `${definition.name}-${tools}.aot`);
  const env = { ...process.env, SERVER_PORT: '0', ...definition.env, TOOLS: String(tools) };
  progress(`start-up: writing an AOT cache, ${definition.name} with ${tools} tools`);
  rmSync(cache, { force: true });
  try {
    await run(java, [
      ...OPTIONS, `-XX:AOTCacheOutput=${cache}`, '-Dspring.context.exit=onRefresh', '-jar', definition.jar,
    ], { env });
  } catch (error) {
    progress(`no AOT cache: ${error.message.split('\n')[0]}`);
  }
  return existsSync(cache)
    ? {
      ...definition,
      name: `${definition.name}-cached`, title: `${definition.title}, AOT cache`,
      options: [`-XX:AOTCache=${cache}`, '-XX:AOTMode=on'],
    }
    : undefined;
}
