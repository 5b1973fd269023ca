// Databases of their own on the test run's server.
import pg from 'pg';

export function makeDatabase(serverUrl: string, name: string, template: string): Promise<void> {
  return onServer(serverUrl, `create database ${name} template ${template}`);
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, `drop database ${name} with (force)`);
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
